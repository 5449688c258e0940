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
    .map((part) => (/^\d+$|[^\w-]/.test(String(part)) ? `[${String(part)}]` : `.${String(part)}`))
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

/** `heroSlides[0].title` as its parts. */
export const pathOf = (field: string): (string | number)[] =>
  [...field.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)].map(([part, index]) =>
    index !== undefined && /^\d+$/.test(index) ? Number(index) : (index ?? part),
  );

/** The line of a field, or of the nearest thing around it when it is missing; undefined in the body of a text. */
function lineOf(contentDir: string, file: string, field: string): number | undefined {
  const path = join(contentDir, file);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
  const lineCounter = new LineCounter();
  // The lines in front of the front matter are counted. JSON is YAML.
  const isData = file.endsWith(".json");
  const source = isData ? text : `\n${/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ""}`;
  const document = parseDocument(source, { lineCounter, keepSourceTokens: false });
  for (const keys = pathOf(field); keys.length > 0; keys.pop()) {
    const node = document.getIn(keys, true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
  }
}

/** `content/home.json:12`, the place of a field for an editor. */
export function placeOf(contentDir: string, file: string, field: string): string {
  const line = lineOf(contentDir, file, field);
  return line === undefined ? `content/${file}` : `content/${file}:${line}`;
}

/** The same errors with the line of each, where one can be named. */
export const withLines = (errors: readonly ContentValidationError[], contentDir: string) =>
  errors.map((error): ContentValidationError => {
    if (error.line !== undefined || error.field === null) return error;
    const line = lineOf(contentDir, error.file, error.field);
    return { ...error, ...(line !== undefined && { line }) };
  });
