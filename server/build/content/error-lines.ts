import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isNode, LineCounter, parseDocument } from "yaml";
import type { ContentValidationError } from "./content-error.ts";

/** `items[0].alt` as the keys that lead to it. */
const keysOf = (field: string) =>
  [...field.matchAll(/([^.[\]]+)/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));

/** The line of a field, or of the nearest thing around it when it is missing; null in the body of a text. */
function lineOf(text: string, field: string): number | null {
  const lines = new LineCounter();
  const isMarkdown = text.startsWith("---\n");
  // The lines in front of the front matter are counted. JSON is YAML.
  const source = isMarkdown ? `\n${/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ""}` : text;
  const document = parseDocument(source, { lineCounter: lines, keepSourceTokens: false });
  for (const keys = keysOf(field); keys.length > 0; keys.pop()) {
    const node = document.getIn(keys, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

/** The same errors with the line of each, where one can be named. */
export function withLines(
  errors: readonly ContentValidationError[],
  contentDir: string,
): ContentValidationError[] {
  return errors.map((error) => {
    const path = join(contentDir, error.file);
    if (error.line !== undefined || error.field === null || !existsSync(path)) return error;
    const line = lineOf(readFileSync(path, "utf8").replaceAll("\r\n", "\n"), error.field);
    return line === null ? error : { ...error, line };
  });
}
