import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isNode, LineCounter, parseDocument } from "yaml";
import type * as z from "zod";

/** A validation error for an editor: the file below `content/`, the field, and the problem. */
export interface ContentValidationError {
  file: string;
  field: string | null;
  problem: string;
  /** From 1. */
  line?: number;
}

/** Adds an error of one file. */
export type Report = (field: string | null, problem: string, line?: number) => void;

export const reportTo =
  (errors: ContentValidationError[], file: string): Report =>
  (field, problem, line) => {
    errors.push({ file, field, problem, ...(line !== undefined && { line }) });
  };

/** Stops the build; the message names every file and field. */
export class ContentError extends Error {
  constructor(validationErrors: readonly ContentValidationError[]) {
    super(validationErrors.map(describeValidationError).join("\n"));
    this.name = "ContentError";
  }
}

/** One line: file, line, field, problem. */
export function describeValidationError(error: ContentValidationError): string {
  const { file, line, field, problem } = error;
  const place = line === undefined ? `content/${file}` : `content/${file}:${line}`;
  return field === null ? `${place}: ${problem}` : `${place}: field "${field}": ${problem}`;
}

/** `heroSlides[0].primaryButton.link` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** Parses a value by a schema; null when it has errors. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  report: Report = () => {},
): z.infer<Schema> | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) report(fieldPath([...issue.path, key]), "is not a known field");
    } else {
      const isMissing = issue.message.endsWith("received undefined");
      const problem = isMissing ? "is missing" : issue.message.replace(/^Invalid input: /, "");
      report(issue.path.length === 0 ? null : fieldPath(issue.path), problem);
    }
  }
  return null;
}

/** The line of a field, or of the nearest thing around it when it is missing; undefined in the body of a text. */
function lineOf(text: string, field: string): number | undefined {
  const lineCounter = new LineCounter();
  const isMarkdown = text.startsWith("---\n");
  // The lines in front of the front matter are counted. JSON is YAML.
  const source = isMarkdown ? `\n${/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ""}` : text;
  const document = parseDocument(source, { lineCounter, keepSourceTokens: false });
  const keys = [...field.matchAll(/[^.[\]]+/g)].map(([key]) =>
    /^\d+$/.test(key) ? Number(key) : key,
  );
  for (; keys.length > 0; keys.pop()) {
    const node = document.getIn(keys, true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
  }
}

/** The same errors with the line of each, where one can be named. */
export const withLines = (errors: readonly ContentValidationError[], contentDir: string) =>
  errors.map((error): ContentValidationError => {
    const path = join(contentDir, error.file);
    if (error.line !== undefined || error.field === null || !existsSync(path)) return error;
    const line = lineOf(readFileSync(path, "utf8").replaceAll("\r\n", "\n"), error.field);
    return { ...error, ...(line !== undefined && { line }) };
  });
