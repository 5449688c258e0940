import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { describeValidationError } from "../../../../../server/build/content/errors.ts";
import { differentFacts } from "../../../../../server/build/content/facts.ts";
import { jsonSlip } from "../../../../../server/build/content/json-slip.ts";
import { translationErrors } from "../../../../../server/build/content/translations.ts";
import { withWords } from "../../../../../shared/with-words.ts";
import { after, edit, realContent } from "./content-copy.ts";

const football = "projects/empowering-youth-through-football";

const errorsOfBoth = (dir: string) =>
  [...compileContent(dir, "sw").validationErrors, ...translationErrors(dir)].map(
    describeValidationError,
  );

/** `content/x.json:12`, the line that holds these words. */
const at = (dir: string, file: string, words?: string) => {
  if (words === undefined) return `content/${file}:`;
  const lines = readFileSync(join(dir, file), "utf8").split("\n");
  return `content/${file}:${lines.findIndex((line) => line.includes(words)) + 1}`;
};

t.test("content is the same in both languages", async (t) => {
  t.strictSame(errorsOfBoth(realContent), []);
});

t.test("a fact that is changed is changed in both languages", async (t) => {
  const seen = after(
    (dir) => {
      edit(dir, "site.json", "+255 000 000 000", "+255 000 000 111");
      edit(dir, "claims.json", '"value": 15,', '"value": 16,');
      edit(dir, "home.json", "images/hero/village.svg", "images/hero/classroom.svg");
      edit(
        dir,
        "navigation.json",
        '"link": "/about-us", "highlighted"',
        '"link": "/about-us", "highlighted"  ',
      );
      edit(
        dir,
        "leaders.json",
        /"name": null,\s+"standIn": "A specialist[^"]*"/,
        '"name": "Asha Juma"',
      );
      edit(dir, "leaders.sw.json", /"standIn": "Mtaalamu[^"]*",/, "");
      edit(dir, `${football}.md`, "order: 1", "order: 3");
    },
    (dir) => ({ errors: errorsOfBoth(dir), content: compileContent(dir, "sw") }),
  );
  t.strictSame(seen.errors, []);
  const { data, entries } = seen.content;
  t.match(data.get("site.json"), { contact: { phones: [{ number: "+255 000 000 111" }] } });
  t.match(data.get("home.json"), { heroSlides: [{}, { image: "images/hero/classroom.svg" }] });
  t.match(data.get("leaders.json"), { leaders: [{ name: "Asha Juma" }] });
  t.match(
    entries.programmes.find(({ slug }) => slug === "clean-water"),
    {
      fields: { figure: "16+" },
    },
  );
  t.match(
    entries.projects.find(({ slug }) => football.endsWith(slug)),
    { fields: { order: 3 } },
  );
});

/** An edit of one language alone, where its error is, and where the other text is. */
const cases: {
  file: string;
  edit: [from: string | RegExp, to: string];
  own: [file: string, words: string];
  other: [file: string, words?: string];
}[] = [
  {
    file: "site.sw.json",
    edit: [/"tanzania": \{/, '"tanzania": { "number": "+255 000 000 999",'],
    own: ["site.sw.json", "+255 000 000 999"],
    other: ["site.json", "+255 000 000 000"],
  },
  {
    file: "leaders.sw.json",
    edit: [/("executive-chairperson": \{)/, '$1 "name": "Juma Asha",'],
    own: ["leaders.sw.json", "Juma Asha"],
    other: ["leaders.json", '"name"'],
  },
  {
    file: "home.json",
    edit: [/"id": "local-communities"/, '"id": "other-communities"'],
    own: ["home.sw.json", '"heroSlides"'],
    other: ["home.json"],
  },
  {
    file: "home.sw.json",
    edit: [
      /"sustainable-future": \{/,
      '"sustainable-future": { "image": "images/hero/village.svg",',
    ],
    own: ["home.sw.json", "images/hero/village.svg"],
    other: ["home.json", "images/hero/classroom.svg"],
  },
  {
    file: "navigation.json",
    edit: ['"link": "/our-work", "high', '"link": "/our-work/education", "high'],
    own: ["navigation.sw.json", '"header"'],
    other: ["navigation.json", "/our-work/education"],
  },
  {
    file: "giving.sw.json",
    edit: ["75 au 50000", "75 au 60000"],
    own: ["giving.sw.json", "60000"],
    other: ["giving.json", "50000"],
  },
  {
    file: `${football}.md`,
    edit: ["Girls and boys aged 8-17 train", "Girls and boys aged 8-18 train"],
    own: [`${football}.sw.md`, "wavulana wa miaka 8-17 hufanya"],
    other: [`${football}.md`, "aged 8-18 train"],
  },
  {
    file: `${football}.sw.md`,
    edit: ["duration: Januari hadi Desemba 2025", "duration: Januari hadi Desemba 2026"],
    own: [`${football}.sw.md`, "duration:"],
    other: [`${football}.md`, "duration:"],
  },
  {
    file: `${football}.sw.md`,
    edit: [/---\n\n/, "---\n\nAndika kwa info@example.com au piga +255 000 000 001.\n"],
    own: [`${football}.sw.md`, "Andika kwa"],
    other: [`${football}.md`, "A ball needs"],
  },
  {
    file: "announcements/annual-accounts-published.sw.md",
    edit: ["(/faq)", "(/blog)"],
    own: ["announcements/annual-accounts-published.sw.md", "(/blog)"],
    other: ["announcements/annual-accounts-published.md", "(/faq)"],
  },
  {
    file: "words/sw/failures.json",
    edit: [/": "/, '": "077 '],
    own: ["words/sw/failures.json", "077"],
    other: ["words/en/failures.json", '": "'],
  },
];

t.test("what is changed in one language alone is an error with both places", async (t) => {
  for (const { file, edit: change, own, other } of cases) {
    const { errors, places } = after(
      (dir) => edit(dir, file, ...change),
      (dir) => ({ errors: errorsOfBoth(dir), places: [at(dir, ...own), at(dir, ...other)] }),
    );
    const name = `${file}: ${change[1]}`;
    const [place = "", otherPlace = ""] = places;
    const isNamed = errors.some((error) => error.startsWith(place) && error.includes(otherPlace));
    t.ok(isNamed, `${name}: ${places} in ${errors.join("\n")}`);
  }
});

t.test("a file with words has a twin", async (t) => {
  const seen = after((dir) => rmSync(join(dir, "navigation.sw.json")), errorsOfBoth);
  t.match(seen, ["content/navigation.sw.json: the file is missing"]);
  const added = after(
    (dir) =>
      edit(
        dir,
        "navigation.json",
        '"header": [',
        '"header": [ { "text": "New", "link": "/new", "highlighted": false },',
      ),
    errorsOfBoth,
  );
  t.strictSame(added, [
    'content/navigation.sw.json:2: field "header[/new]": is missing: it has the words of content/navigation.json:2',
  ]);
});

t.test("numbers, dates and times are compared by their value", async (t) => {
  const same: [string, string][] = [
    ["1,500 people", "watu 1 500"],
    ["nine wells", "visima 9"],
    ["3 teams", "timu tatu"],
    ["12 March 2024", "12 Machi 2024"],
    ["12 March 2024", "12/3/2024"],
    ["May we write? In May 2024", "Tuandike? Mwezi Mei 2024"],
    ["9:00 AM-5:00 PM", "saa 3:00 asubuhi hadi 11:00 jioni (09:00-17:00)"],
    ["8:00-11:00", "saa 2:00 hadi saa 5:00 asubuhi (8:00-11:00)"],
    ["at 8 pm", "saa 2 usiku"],
    ["call +1 555 0142.", "piga +1 (555) 0142"],
    ["https://example.org/a.", "(https://example.org/a)"],
  ];
  for (const [english, other] of same)
    t.strictSame(
      differentFacts(english, other),
      { english: [], other: [] },
      `${english} = ${other}`,
    );
  t.strictSame(differentFacts("15+ wells, [more](/a)", "visima 16, [zaidi](/b)"), {
    english: ["/a", "15"],
    other: ["/b", "16"],
  });
});

t.test("words are named, lists without names go by their order", async (t) => {
  const english = {
    list: [{ id: "a", text: "A", n: 1 }],
    rows: [{ days: "Mon" }, { days: "Tue" }],
    tags: ["x"],
  };
  t.strictSame(
    withWords(english, {
      list: { a: { text: "B" } },
      rows: [{}, { days: "J2" }],
      tags: ["y", "z"],
    }),
    {
      list: [{ id: "a", text: "B", n: 1 }],
      rows: [{ days: "Mon" }, { days: "J2" }],
      tags: ["y", "z"],
    },
  );
});

const faq = readFileSync(join(realContent, "faq.json"), "utf8");

t.test("a slip of JSON is named with its line and what to do", async (t) => {
  const slips: [from: string | RegExp, to: string, line: string, hint: RegExp][] = [
    [
      '"question": "',
      '"question": "The "best" ',
      'The "best"',
      /a quote inside a text is written \\"/,
    ],
    ['"question": "', '"question": ""Best" ', '""Best"', /a quote inside a text is written \\"/],
    [/"id": "([^"]+)"/, '"id": "$1', '"id": "', /a text ends with "/],
    [/"\n(\s+)\}/, '",\n$1}', '"description"', /a comma too many/],
    ['",\n', '"\n', '"title"', /a comma is missing/],
    [
      /\n {4}\},\n/,
      "\n",
      '"placeholder": ["question"]',
      /the \{ of line 12 is not closed: a \} is missing/,
    ],
    [/\n {2}\],/, ",", "    },", /the \[ of line 11 is not closed: a \] is missing/],
    [/\}\s*$/, "", "  }", /the \{ of line 1 is not closed/],
    [/\}\s*$/, "}\n}\n", "}", /one \} too many/],
    ['"question"', "question", "question:", /a name is written in quotes/],
    ['"question":', '"question"', '"question" "', /a colon is missing/],
    ['"question": "', '"question": "C:\\docs ', "C:", /a backslash/],
  ];
  for (const [from, to, line, hint] of slips) {
    const text = faq.replace(from, to);
    t.throws(() => JSON.parse(text), String(from));
    const slip = jsonSlip(text);
    t.match(slip?.hint, hint);
    t.match(text.split("\n")[(slip?.line ?? 0) - 1], line);
  }
  t.equal(jsonSlip(faq), null);
  const errors = after(
    (dir) => edit(dir, "faq.json", '"question": "', '"question": "The "best" '),
    (dir) => compileContent(dir).validationErrors.map(describeValidationError),
  );
  t.strictSame(errors, [
    'content/faq.json:14: is not JSON: a quote inside a text is written \\"\n    "question": "The "best" How are donations used?",',
  ]);
});
