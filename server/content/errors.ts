import { isNode, LineCounter, parseDocument } from "yaml";
import type * as z from "zod";
import type { ContentFiles } from "./content-files.ts";
import { paragraphsOf } from "./paragraphs.ts";

/** A fault of the content. The message has a line for each mistake: the file, the line, the field and the problem. */
export class ContentError extends Error {
  override name = "ContentError";
}

export type Path = readonly PropertyKey[];

export type Report = (path: Path, problem: string, line?: number) => void;
export type ReportOf = (name: string) => Report;

/**
 * Returns a function that adds an error for editors: the file, the line (by default that of the field), the field and the problem.
 * `file` is below `content/`.
 */
export const reportTo =
  (errors: string[], files: ContentFiles): ReportOf =>
  (file) =>
  (path, problem, line = lineOf(files, file, path)) => {
    const field = path.length === 0 ? "" : `field "${fieldPath(path)}": `;
    if (files.has(file)) errors.push(`${nameOf(file, line)}: ${field}${problem}`);
    else errors.push(`${nameOf(file)}: the file is missing`);
  };

const nameOf = (file: string, line?: number) =>
  line === undefined ? `content/${file}` : `content/${file}:${line}`;

/** Formats the path of a field: `heroSlides[0].primaryButton.link`. */
export function fieldPath(path: Path): string {
  return path
    .map((part) => (/^\d+$|[^\w -]/.test(String(part)) ? `[${String(part)}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** Validates a value. Reports errors and returns null if there are any. */
export function validate(schema: z.ZodType, value: unknown, report: Report): unknown {
  const error = ({ input, expected }: { input?: unknown; expected?: unknown }) => {
    if (input === undefined) return "is missing";
    if (typeof input === "number" && expected === "string")
      return "is a number: put quotes round it";
    return Array.isArray(input) && input.length === 0 ? "must not be empty" : undefined;
  };
  const result = schema.safeParse(value, { error });
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) report([...issue.path, key], "is not a known field");
    else report(issue.path, issue.message.replace(/^Invalid (?:input|option): /, ""));
  return null;
}

/** Returns the line of a field or a paragraph, or of its nearest parent when the field is missing; undefined for a whole text. */
function lineOf(files: ContentFiles, file: string, path: Path): number | undefined {
  const bytes = path.length === 0 ? null : files.read(file);
  if (bytes === null) return undefined;
  const text = bytes.toString().replaceAll("\r\n", "\n");
  const [field, index] = path;
  if (field === "body") return paragraphsOf(text)[Number(index)]?.line;
  const lineCounter = new LineCounter();
  // An empty line replaces the opening ---, so that line numbers match the file. JSON is parsed as YAML.
  const isData = file.endsWith(".json");
  const source = isData ? text : `\n${/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ""}`;
  const document = parseDocument(source, { lineCounter, keepSourceTokens: false });
  for (const keys = [...path]; keys.length > 0; keys.pop()) {
    const node = document.getIn(keys, true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
  }
}

/** Formats a place: `content/home.json:12`. */
export const placeOf = (files: ContentFiles, file: string, path: Path): string =>
  nameOf(file, lineOf(files, file, path));
