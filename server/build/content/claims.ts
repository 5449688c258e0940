import type { Language } from "../../../shared/languages.ts";
import { fileIn, isRecord, type Path, partsOf, readJson } from "./content-source.ts";
import { type ContentValidationError, fieldPath, type Report, validate } from "./errors.ts";
import { type Claim, givingFiles, type ResolvedClaim } from "./schemas/giving.schema.ts";

const LEDGER_FILE = "claims.json";

/** The entries of claims.json by their key. */
export type Ledger = ReadonlyMap<string, Claim>;

/** Null while claims.json itself has errors, which are reported with those of the other data files. */
export function readLedger(contentDir: string, language: Language = "en"): Ledger | null {
  const source = readJson(contentDir, fileIn(contentDir, LEDGER_FILE, language));
  const value = validate(givingFiles[LEDGER_FILE], source);
  return value && new Map(Object.entries(value.claims));
}

/** A value as pages show it; a year, with the unit "year", has no comma. */
export function shownValue({ value, unit }: Pick<Claim, "value" | "unit">): string {
  if (typeof value === "string") return value;
  return unit === "year" ? String(value) : value.toLocaleString("en-US");
}

/** `{{claim:wells}}` */
const IN_TEXT = /\{\{claim:([^{}]*)\}\}/g;

const unknownKey = (key: string) =>
  `"${key}" is not a key of claims.json: correct it, or add the entry there`;

/** Replaces the keys in a text by the values. `encode` is for texts that are HTML. */
export function resolveText(
  text: string,
  ledger: Ledger,
  encode: (value: string) => string = (value) => value,
): { text: string; keys: string[]; problems: string[] } {
  const keys: string[] = [];
  const problems: string[] = [];
  const resolved = text.replace(IN_TEXT, (mark, key: string) => {
    const claim = ledger.get(key);
    if (!claim) {
      problems.push(unknownKey(key));
      return mark;
    }
    keys.push(key);
    return encode(shownValue(claim));
  });
  return { text: resolved, keys, problems };
}

/** The entry of a key, or the problem with it. */
function resolveReference(key: string, ledger: Ledger): ResolvedClaim | string {
  const claim = ledger.get(key);
  if (!claim) return unknownKey(key);
  const { value, label, conflicts } = claim;
  if (typeof value !== "number") return `"${key}" has no number as its value in claims.json`;
  const conflict = conflicts[0]?.note;
  return { claim: key, amount: value, text: label, ...(conflict !== undefined && { conflict }) };
}

/**
 * Replaces keys of the ledger in a value of a content file: `{{claim:key}}` in a text by the value, an object
 * `{"claim": key}` by the entry. In an object with other fields, `claim` names the row that its figure links to.
 */
export function resolveClaims(value: unknown, ledger: Ledger) {
  const keys: string[] = [];
  const problems: Pick<ContentValidationError, "field" | "problem">[] = [];
  const report = (path: Path, problem: string) =>
    problems.push({ field: fieldPath(path), problem });

  const resolve = (part: unknown, path: Path): unknown => {
    if (typeof part === "string") {
      const { text, ...found } = resolveText(part, ledger);
      keys.push(...found.keys);
      for (const problem of found.problems) report(path, problem);
      return text;
    }
    if (Array.isArray(part)) return part.map((item, index) => resolve(item, [...path, index]));
    return isRecord(part) ? resolveObject(part, path) : part;
  };

  const resolveObject = (part: Readonly<Record<string, unknown>>, path: Path): unknown => {
    const { claim: key, ...rest } = part;
    if (typeof key === "string" && Object.keys(rest).length === 0) {
      const resolved = resolveReference(key, ledger);
      if (typeof resolved !== "string") return resolved;
      report(path, resolved);
      return part;
    }
    if (typeof key === "string" && !ledger.has(key)) report([...path, "claim"], unknownKey(key));
    const before = keys.length;
    const fields = Object.entries(part).map(([name, item]) => [
      name,
      resolve(item, [...path, name]),
    ]);
    const own = new Set(keys.slice(before));
    if (typeof key === "string" && own.size > 0 && !own.has(key))
      report([...path, "claim"], `links to "${key}", but the figure here is "${[...own][0]}"`);
    return Object.fromEntries(fields);
  };

  const resolved = resolve(value, []);
  return { value: resolved, keys: [...new Set(keys)], problems };
}

/** The fields where a figure must come from claims.json. A file is named whole, or by its folder. */
const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  "home.json": [
    "impact.stats[].value",
    "impact.stats[].note",
    "featuredProjects.projects[].description",
  ],
  "our-impact.json": ["cards[].figure", "cards[].description"],
  "about.json": ["story.paragraphs[]", "zonesIntroduction"],
  "our-work.json": ["story.paragraphs[]", "projects.introduction", "projects.cards[].description"],
  "donate.json": ["use.text"],
  "faq.json": ["items[].answer"],
  "media-resources.json": ["items[].description"],
  "where-the-money-goes.json": [
    "hero.subtitle",
    "use.text",
    "projects.introduction",
    "projects.items[].note",
    "results.points[].text",
    "accounts.introduction",
    "trust.items[].text",
  ],
  projects: ["description", "funder", "targetGroup", "role[]"],
  programmes: ["figure", "subtitle", "description"],
};

/** Folders whose text below the front matter is looked at too. */
const BODIES = ["projects", "programmes"];

const NUMBER = String.raw`(?<![\d.,/:-])\d[\d,.]*\d|(?<![\d.,/:-])\d`;
const COUNTED =
  "people|students?|pupils|wells?|projects?|associations?|residents|trainees|regions?|zones?|families|villages|schools|girls|boys|women|riders|volunteers|percent|per cent";
const MONEY = "euros?|dollars?|shillings?|cents?|USD|EUR|TZS";

/** A year in front of a counted thing: "in 2018 two schools". */
const NO_YEAR = String.raw`(?!(?:19|20)\d\d\b(?![,.+]?\d))`;

/** What looks like a claim in a text, each with an example. */
const LIKE_CLAIMS = [
  // 10,000 and 15+
  /(?<![\d,.])\d{1,3}(?:,\d{3})+\+?|(?<![\d.,])\d+\+/,
  // 85%
  new RegExp(`(?:${NUMBER}) ?%`),
  // $20, 10,800 euros, TZS 50000
  new RegExp(
    `[$€£] ?(?:${NUMBER})|(?:${NUMBER}) (?:${MONEY})\\b|\\b(?:USD|EUR|TZS) ?(?:${NUMBER})`,
  ),
  // 4 projects, 12 young riders
  new RegExp(`${NO_YEAR}(?:${NUMBER})(?: [a-z-]+){0,2} (?:${COUNTED})\\b`, "i"),
];

/** A field that holds nothing but a figure. */
const IS_FIGURE = /(?:^|\.)(?:figure|value)$/;

/** The first figure in a text that looks like a claim; null when there is none. */
export function typedFigure(text: string, isFigure = false): string | null {
  const own = text.replaceAll(/\{\{claim:[^{}]*\}\}/g, "");
  if (isFigure) return /\d[\d,.]*\+?/.exec(own)?.[0] ?? null;
  for (const claim of LIKE_CLAIMS) {
    const [found] = claim.exec(own) ?? [];
    if (found !== undefined) return found;
  }
  return null;
}

const typedProblem = (figure: string) =>
  `has the figure "${figure}" typed in: add it to claims.json and write {{claim:its-key}} here`;

/** Reports figures that are typed into the fields of a data file or of front matter. */
export function reportTypedFigures(value: unknown, file: string, report: Report): void {
  const fields = LOOKED_AT[file] ?? LOOKED_AT[file.split("/")[0] ?? ""] ?? [];
  for (const [part, path] of partsOf(value)) {
    const field = fieldPath(path);
    const name = field.replaceAll(/\[\d+\]/g, "[]");
    if (typeof part !== "string" || !fields.includes(name)) continue;
    const figure = typedFigure(part, IS_FIGURE.test(name));
    if (figure !== null) report(field, typedProblem(figure));
  }
}

/** Reports figures that are typed into the text below the front matter. */
export function reportTypedFiguresOfBody(text: string, file: string, report: Report): void {
  if (!BODIES.includes(file.split("/")[0] ?? "")) return;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const end = lines.indexOf("---", 1);
  for (const [index, line] of lines.entries()) {
    const figure = index > end ? typedFigure(line) : null;
    if (figure !== null) report("body", typedProblem(figure), index + 1);
  }
}
