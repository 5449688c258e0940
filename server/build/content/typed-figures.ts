import { fieldPath, type Report } from "./errors.ts";
import { partsOf } from "./walk-content.ts";

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
const CLAIMS = [
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
  for (const claim of CLAIMS) {
    const [found] = claim.exec(own) ?? [];
    if (found !== undefined) return found;
  }
  return null;
}

const problemOf = (figure: string) =>
  `has the figure "${figure}" typed in: add it to claims.json and write {{claim:its-key}} here`;

/** Reports figures that are typed into the fields of a data file or of front matter. */
export function reportTypedFigures(value: unknown, file: string, report: Report): void {
  const fields = LOOKED_AT[file] ?? LOOKED_AT[file.split("/")[0] ?? ""] ?? [];
  for (const [part, path] of partsOf(value)) {
    const field = fieldPath(path);
    const name = field.replaceAll(/\[\d+\]/g, "[]");
    if (typeof part !== "string" || !fields.includes(name)) continue;
    const figure = typedFigure(part, IS_FIGURE.test(name));
    if (figure !== null) report(field, problemOf(figure));
  }
}

/** Reports figures that are typed into the text below the front matter. */
export function reportTypedFiguresOfBody(text: string, file: string, report: Report): void {
  if (!BODIES.includes(file.split("/")[0] ?? "")) return;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const end = lines.indexOf("---", 1);
  for (const [index, line] of lines.entries()) {
    const figure = index > end ? typedFigure(line) : null;
    if (figure !== null) report("body", problemOf(figure), index + 1);
  }
}
