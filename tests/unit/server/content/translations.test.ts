import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { compileLanguages } from "../../../../server/content/check-content.ts";
import { ContentFiles } from "../../../../server/content/content-files.ts";
import { jsonSlip } from "../../../../server/content/source.ts";
import { factProblem } from "../../../../server/content/translations.ts";
import { withWords } from "../../../../server/content/with-words.ts";
import { testFolder } from "../../../setup/test-folder.ts";
import { after, compile, copyContent, edit, routes } from "./content-copy.ts";

const football = "projects/empowering-youth-through-football";

const errorsOfBoth = (dir: string) => [
  ...new Set(compileLanguages(new ContentFiles(dir), routes).errors),
];

/** Returns `content/x.json:12`, with the line that holds these words. */
const at = (dir: string, file: string, words?: string) => {
  if (words === undefined) return `content/${file}:`;
  const lines = readFileSync(join(dir, file), "utf8").split("\n");
  return `content/${file}:${lines.findIndex((line) => line.includes(words)) + 1}`;
};

t.test("content is the same in both languages", async (t) => {
  t.strictSame(errorsOfBoth(copyContent(testFolder(t))), []);
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
      edit(dir, "leaders.json", '"name": null', '"name": "Asha Juma"');
      edit(dir, "leaders.en.json", /"standIn": "[^"]*",/, "");
      edit(dir, "leaders.sw.json", /"standIn": "[^"]*",/, "");
      edit(dir, `${football}.json`, '"order": 1', '"order": 3');
    },
    (dir) => ({ errors: errorsOfBoth(dir), content: compile(dir, "sw") }),
  );
  t.strictSame(seen.errors, []);
  const { data, entries } = seen.content;
  t.match(data.site, { contact: { phones: [{ number: "+255 000 000 111" }] } });
  t.match(data.home, { heroSlides: [{}, { image: "images/hero/classroom.svg" }] });
  t.match(data.leaders, { leaders: [{ name: "Asha Juma" }] });
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

/** The edits of one language alone, each with the place of its error and the place of the other text. */
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
    own: ["home.sw.json", '"local-communities"'],
    other: ["home.json", '"heroSlides"'],
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
    own: ["navigation.sw.json", '"/our-work":'],
    other: ["navigation.json", '"header"'],
  },
  {
    file: "giving.sw.json",
    edit: ["75 au 50000", "75 au 60000"],
    own: ["giving.sw.json", "60000"],
    other: ["giving.en.json", "50000"],
  },
  {
    file: `${football}.en.md`,
    edit: ["Girls and boys aged 8-17 train", "Girls and boys aged 8-18 train"],
    own: [`${football}.sw.md`, "wavulana wa miaka 8-17 hufanya"],
    other: [`${football}.en.md`, "aged 8-18 train"],
  },
  {
    file: `${football}.sw.md`,
    edit: ["duration: Januari hadi Desemba 2025", "duration: Januari hadi Desemba 2026"],
    own: [`${football}.sw.md`, "duration:"],
    other: [`${football}.en.md`, "duration:"],
  },
  {
    file: `${football}.sw.md`,
    edit: [/---\n\n/, "---\n\nAndika kwa info@example.com au piga +255 000 000 001.\n"],
    own: [`${football}.sw.md`, "Andika kwa"],
    other: [`${football}.en.md`, "A ball needs"],
  },
  {
    file: "announcements/annual-accounts-published.sw.md",
    edit: ["(/faq)", "(/blog)"],
    own: ["announcements/annual-accounts-published.sw.md", "(/blog)"],
    other: ["announcements/annual-accounts-published.en.md", "(/faq)"],
  },
  {
    file: "site.en.json",
    edit: [/"tanzania": \{/, '"tanzania": { "number": "+255 000 000 999",'],
    own: ["site.en.json", "+255 000 000 999"],
    other: ["site.json", "+255 000 000 000"],
  },
  {
    file: "about.sw.json",
    edit: [/"paragraphs": \[/, '"paragraphs": [ "Mwaka 1999.",'],
    own: ["about.sw.json", "Mwaka 1999."],
    other: ["about.en.json", "The foundation was established"],
  },
  {
    file: "words/sw/failures.json",
    edit: [/": "/, '": "077 '],
    own: ["words/sw/failures.json", "077"],
    other: ["words/en/failures.json", '": "'],
  },
];

t.test("a change in one language alone is an error that names both places", async (t) => {
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

t.test("both languages have the same words, and none is unused", async (t) => {
  const errors = (change: (dir: string) => void) => after(change, errorsOfBoth);
  t.match(
    errors((dir) => rmSync(join(dir, "navigation.sw.json"))),
    ["content/navigation.sw.json: the file is missing"],
  );
  t.strictSame(
    errors((dir) => edit(dir, "get-involved.sw.json", /, "hint": "[^"]*"/, "")),
    ['content/get-involved.sw.json:47: field "volunteer.fields.interests.hint": is missing'],
    "where the schema would do without",
  );
  t.match(
    errors((dir) =>
      edit(dir, "site.sw.json", '"country": "Marekani"', '"country": "United States of America"'),
    ),
    [/^content\/site.sw.json:\d+: .* is the same in content\/site.en.json:\d+ and stands once/],
  );
  t.strictSame(
    errors((dir) => edit(dir, "site.sw.json", /, "country": "Marekani"/, "")),
    ['content/site.sw.json:26: field "offices.texas.country": is missing'],
  );
  const copied = (dir: string) =>
    cpSync(join(dir, `${football}.en.md`), join(dir, `${football}-2.md`));
  t.strictSame(errors(copied), [
    `content/${football}-2.md: is not read: facts belong in name.json, words in name.en and name.sw`,
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
    t.equal(factProblem(english, other), null, `${english} = ${other}`);
  const problem = factProblem("15+ wells, [more](/a)", "visima 16, [zaidi](/b)");
  t.equal(problem, 'has "/b" and "16", but $ has "/a" and "15"');
});

t.test("words name the items of the facts, lists of words alone stay as they are", async (t) => {
  const facts = { list: [{ id: "a", n: null }, { id: "b" }] };
  const words = { list: { a: { text: "A" } }, rows: [{ days: "Mon" }], tags: ["x"] };
  t.strictSame(withWords(facts, words), {
    list: [{ id: "a", n: null, text: "A" }, { id: "b" }],
    rows: [{ days: "Mon" }],
    tags: ["x"],
  });
});

const faq = `{
  "meta": {
    "title": "FAQ",
    "description": "Answers."
  },
  "items": [
    {
      "id": "used",
      "question": "How are donations used?",
      "placeholder": ["question"]
    },
    {
      "id": "where",
      "question": "Where do you work?"
    }
  ],
  "contact": { "text": "Ask us" }
}
`;

function slipOf(text: string) {
  try {
    throw new Error(`is JSON: ${JSON.parse(text)}`);
  } catch (error) {
    return jsonSlip(text, String(error));
  }
}

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
    [/\n {4}\},\n/, "\n", '"placeholder": ["question"]', /a \} or \] is missing/],
    [/\n {2}\],/, ",", '"contact"', /a \} or \] is missing/],
    [/\}\s*$/, "", '"contact"', /a \} or \] is missing/],
    [/\}\s*$/, "}\n}\n", "}", /one \} or \] too many/],
    ['"question"', "question", "question:", /a name is written in quotes/],
    ['"question":', '"question"', '"question" "', /a colon is missing/],
    ['"question": "', '"question": "C:\\docs ', "C:", /a backslash/],
  ];
  for (const [from, to, line, hint] of slips) {
    const text = faq.replace(from, to);
    const slip = slipOf(text);
    t.match(slip.hint, hint);
    t.match(text.split("\n")[slip.line - 1], line);
  }
  const errors = after(
    (dir) => edit(dir, "faq.en.json", '"question": "', '"question": "The "best" '),
    (dir) => compile(dir).validationErrors,
  );
  t.strictSame(errors, [
    'content/faq.en.json:12: is not JSON: a quote inside a text is written \\"\n    "question": "The "best" How are donations used?",',
  ]);
});
