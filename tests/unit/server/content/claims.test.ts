import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { resolveClaims, shownValue } from "../../../../server/content/compile-content.ts";
import { fieldPath, type Path } from "../../../../server/content/errors.ts";
import type { Claim } from "../../../../shared/content/data.schema.ts";
import { FIGURE, typedFigure } from "../../../../shared/content/fields.schema.ts";
import { after, compile, edit, errorsOf, testContent } from "./content-copy.ts";

const claim = (fields: Partial<Claim>): Claim => ({
  group: "reach",
  label: "Wells in use",
  value: 15,
  bound: "over",
  unit: "wells",
  counts: "Wells that give water.",
  asOf: "2026-01-31",
  source: "Notes of our visits.",
  status: "placeholder",
  conflicts: [],
  ...fields,
});

const where = { text: "Our Work", link: "/our-work" };
const ledger = new Map([
  ["wells", claim({})],
  ["budget", claim({ value: 14260, label: "The budget" })],
  ["since", claim({ value: 2006, unit: "year", label: "Since" })],
  ["hours", claim({ value: "24-48" })],
  ["founded", claim({ conflicts: [{ claim: "since", where, note: "We are checking." }] })],
]);

t.test("a value is shown with commas, a year without, a text as it is", async (t) => {
  const shown = [...ledger.values()].map(shownValue);
  t.strictSame(shown, ["15", "14,260", "2006", "24-48", "15"]);
});

/** Resolves the claims in a value, and returns the value with the reported problems. */
function resolved(value: unknown) {
  const problems: { field: string; problem: string }[] = [];
  const report = (path: Path, problem: string) =>
    problems.push({ field: fieldPath(path), problem });
  return { ...resolveClaims(value, ledger, report), problems };
}

t.test("keys in texts become values, and an entry stands for its key", async (t) => {
  const { value, keys, problems } = resolved({
    figure: "{{claim:wells}}+",
    list: ["{{claim:budget}} euros since {{claim:since}}", 7, null],
    reference: { claim: "budget" },
    disputed: { claim: "founded" },
    linked: { claim: "wells", text: "over {{claim:wells}} wells" },
  });
  t.strictSame(value, {
    figure: "15+",
    list: ["14,260 euros since 2006", 7, null],
    reference: { claim: "budget", amount: 14260, text: "The budget", conflict: undefined },
    disputed: { claim: "founded", amount: 15, text: "Wells in use", conflict: "We are checking." },
    linked: { claim: "wells", text: "over 15 wells" },
  });
  t.strictSame(keys, ["wells", "budget", "since"]);
  t.strictSame(problems, []);
});

t.test("a key that cannot be resolved is one sentence with its field", async (t) => {
  const { problems } = resolved({
    list: ["{{claim:none}}"],
    reference: { claim: "none" },
    text: { claim: "hours" },
    linked: { claim: "none", text: "" },
    other: { claim: "wells", figure: "{{claim:budget}}" },
  });
  const unknown = '"none" is not a key of claims.json: correct it, or add the entry there';
  t.strictSame(problems, [
    { field: "list[0]", problem: unknown },
    { field: "reference", problem: unknown },
    { field: "text", problem: '"hours" has no number as its value in claims.json' },
    { field: "linked.claim", problem: unknown },
    { field: "other.claim", problem: 'links to "wells", but the figure here is "budget"' },
  ]);
});

t.test("figures that look like a claim are found", async (t) => {
  const figures = [
    ["Over 5,000 residents", "5,000"],
    ["in 15+ places", "15+"],
    ["about 85% of it", "85%"],
    ["85 percent of it", "85 percent"],
    ["it costs $20 a term", "$20"],
    ["it costs 900 euros", "900 euros"],
    ["it costs TZS 20000", "TZS 20000"],
    ["at least 5 associations", "5 associations"],
    ["12 young motorcycle-taxi riders", "12 young motorcycle-taxi riders"],
    ["{{claim:wells}} wells and 3 projects", "3 projects"],
  ] as const;
  t.same(
    figures.map(([text]) => typedFigure(text)),
    figures.map(([, figure]) => figure),
  );
  t.equal(typedFigure("4", FIGURE), "4", "in a field that is a figure");
});

t.test("years, dates, ages, telephone numbers and times are no claims", async (t) => {
  const texts = [
    "The project was completed in 2020 and belongs to the community.",
    "In 2018 two schools opened again.",
    "Since 2025 people have come.",
    "From 12 March 2026 to 2026-04-01",
    "Girls and boys aged 8-17 train",
    "At 17 she became a coach.",
    "+255 000 000 000 or +1 555 0142",
    "within 24-48 hours, Monday 9:00",
    "four zones, ten regions in all",
    "{{claim:programs-share}}% of donations, over {{claim:wells}} wells",
  ];
  t.same(texts.map((text) => typedFigure(text)).filter(Boolean), []);
  t.equal(typedFigure("{{claim:wells}}+", FIGURE), undefined);
});

const SENTENCE = (figure: string) =>
  `has the figure "${figure}" typed in: add it to claims.json and write {{claim:its-key}} here`;

t.test("a typed figure fails with its file, its line and what to do", async (t) => {
  const cases: [string, string, string, string, string][] = [
    ["our-impact.json", "{{claim:wells}}+", "16+", "cards[1].figure", "16+"],
    ["about.en.json", "ten regions in all", "in 10 regions", "zonesIntroduction", "10 regions"],
    [
      "projects/empowering-youth-through-football.en.md",
      "costs {{claim:football-budget}} euros in all",
      "costs 15000 euros in all",
      "body[6]",
      "15000 euros",
    ],
  ];
  const unnamed = cases.flatMap(([file, from, to, field, figure]) =>
    after(
      (dir) => edit(dir, file, from, to),
      (dir) => {
        const lines = readFileSync(join(dir, file), "utf8").split("\n");
        const line = lines.findIndex((text) => text.includes(to)) + 1;
        const expected = `content/${file}:${line}: field "${field}": ${SENTENCE(figure)}`;
        const found = compile(dir).validationErrors;
        return found.includes(expected) ? [] : [{ expected, found }];
      },
    ),
  );
  t.strictSame(unnamed, []);
});

t.test("an entry of the ledger that is incomplete or wrong names its field", async (t) => {
  const cases: [file: string, from: string | RegExp, to: string, problem: string][] = [
    ["claims.en.json", /"label": "Wells in use",\s+/, "", 'label": is missing'],
    [
      "claims.json",
      '"value": 15,',
      '"value": "<15>",',
      'value": must be letters, digits, spaces and , . + -',
    ],
    [
      "claims.json",
      /("wells": [^}]*"status": )"placeholder"/,
      '$1"certain"',
      'status": expected one of "verified"|"placeholder"',
    ],
  ];
  for (const [file, from, to, problem] of cases) {
    const seen = after(
      (dir) => edit(dir, file, from, to),
      (dir) => ({ errors: errorsOf(dir), claims: compile(dir).data.claims }),
    );
    const error = `content/${file}: field "claims.wells.${problem}`;
    t.strictSame(seen, { errors: [error], claims: undefined });
  }
  const errors = after((dir) => {
    for (const [file, key] of [
      ["claims.json", '"claim": "work-'],
      ["claims.en.json", '"conflicts": {\n        "work-'],
    ] as const)
      edit(dir, file, `${key}since"`, `${key}until"`);
  }, errorsOf);
  t.strictSame(errors, [
    'content/claims.json: field "claims.founding-year.conflicts[0].claim": "work-until" is not a key of claims.json: correct it, or add the entry there',
  ]);
});

t.test("an entry that is not verified is listed as a placeholder", async (t) => {
  const { placeholders, data } = compile(testContent);
  const found = placeholders.filter(({ file }) => file === "claims.json");
  t.match(found, [{ entry: "claims.people-impacted", field: null }]);
  const open = Object.entries(data.claims?.claims ?? {}).filter(
    ([, { status }]) => status !== "verified",
  );
  t.strictSame(
    found.map(({ entry }) => entry),
    open.map(([key]) => `claims.${key}`),
  );
});
