import { isUtf8 } from "node:buffer";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import type { Path, Report } from "./errors.ts";
import { dataSchemas } from "./schemas/data.schema.ts";
import { type EntryFolder, entrySchemas } from "./schemas/pages.schema.ts";

export const entryFolders = Object.keys(entrySchemas) as EntryFolder[];

/** The files below a folder that match a pattern, by their path there, sorted. */
export const filesBelow = (dir: string, pattern: string): string[] =>
  globSync(pattern, { cwd: dir })
    .map((path) => path.replaceAll("\\", "/"))
    .sort();

/** What stands once of a data file or an entry: `home.json`, `projects/wells.json`. */
export const factsFile = (name: string): string => `${name}.json`;

/** What a language has of its own: `home.sw.json`, `projects/wells.sw.md`. */
export const wordsFile = (name: string, language: Language): string =>
  `${name}.${language}.${name.includes("/") ? "md" : "json"}`;

/** The names of a folder's entries, sorted: `projects/wells`. */
export const entryNames = (contentDir: string, folder: string): string[] => {
  const files = filesBelow(contentDir, `${folder}/*.{json,{${LANGUAGES}}.md}`);
  return [...new Set(files.map((file) => file.replace(/(?:\.[a-z]+)?\.\w+$/, "")))];
};

/** The schema of each data file and entry. */
export const schemasByName = (contentDir: string): [name: string, schema: z.ZodType][] => [
  ...Object.entries(dataSchemas),
  ...Object.entries(entrySchemas).flatMap(([folder, schema]) =>
    entryNames(contentDir, folder).map((name): [string, z.ZodType] => [name, schema]),
  ),
];

/** Null when there is none, and when another program has saved it in an encoding that is not ours. */
export function readText(contentDir: string, file: string, report: Report): string | null {
  const bytes = existsSync(join(contentDir, file)) ? readFileSync(join(contentDir, file)) : null;
  if (bytes && isUtf8(bytes)) return bytes.toString();
  report([], bytes ? "is not UTF-8: save it with that encoding" : "the file is missing");
  return null;
}

/** The value of a JSON file, `null` as one without fields; null when it has none. */
export function readJson(contentDir: string, file: string, report: Report): unknown {
  const text = readText(contentDir, file, report);
  if (text === null) return null;
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    const { line, hint } = jsonSlip(text, String(error));
    const shown = text.split("\n")[line - 1]?.trim();
    report([], `is not JSON: ${hint}${shown ? `\n    ${shown}` : ""}`, line);
    return null;
  }
}

/** Where a text stops being JSON, and what somebody who writes it by hand is to do, by the error of `JSON.parse`. */
export function jsonSlip(text: string, error: string): { line: number; hint: string } {
  const at = offsetOf(text, error);
  const before = text.slice(0, at).trimEnd();
  const [line = 1, lineBefore = 1] = [text.slice(0, at), before].map((s) => s.split("\n").length);
  const [found = "", last = ""] = [text[at], before.at(-1)];
  const isClosing = found === "}" || found === "]";
  const here = (hint: string) => ({ line, hint });
  const atEnd = (hint: string) => ({ line: lineBefore, hint });

  if (/escape/.test(error)) return here(String.raw`a backslash inside a text is written \\`);
  if (/control char|Unterminated/.test(error))
    return here(String.raw`a text ends with " on its own line; a tab inside it is written \t`);
  if (/after JSON/.test(error)) return here("there is one } or ] too many here or before");
  if (isClosing && last === ",") return atEnd("there is a comma too many at the end");
  if (isClosing && last === ":") return here(`a value is missing before ${found}`);
  // The next item, or its name, stands inside this one.
  if (found === "" || isClosing || (found === "{" && /value/.test(error)) || found === ":")
    return atEnd("a } or ] is missing at the end");
  // A quote ended the text, and more of it follows on the line.
  if (/',' or/.test(error) && last === '"' && line === lineBefore)
    return here(String.raw`a quote inside a text is written \"`);
  if (/',' or/.test(error)) return atEnd("a comma is missing at the end");
  if (/':' after/.test(error)) return here("a colon is missing behind the name");
  if (found === ",") return here("there is a comma too many");
  if (/name/.test(error)) return here('a name is written in quotes: "title": "..."');
  return here("a text is written in quotes");
}

/** The engine names the place, or shows ten characters on each side of it. */
function offsetOf(text: string, error: string): number {
  const named = /at position (\d+)/.exec(error)?.[1];
  if (named !== undefined) return Number(named);
  const [, token, dots, shown = ""] =
    /Unexpected token '(.+?)', (\.{3})?"([\s\S]*)"(?:\.{3})? is not/.exec(error) ?? [];
  if (token === undefined) return text.length;
  return dots ? text.indexOf(shown) + 10 : text.indexOf(token);
}

export type Fields = Readonly<Record<string, unknown>>;

/** Every value inside a value, itself first. */
export function* partsOf(value: unknown, path: Path = []): Generator<[part: unknown, path: Path]> {
  yield [value, path];
  if (typeof value !== "object" || value === null) return;
  const items = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of items) yield* partsOf(item, [...path, key]);
}
