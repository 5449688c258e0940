import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { contentErrors } from "../../../../server/content/check-content.ts";
import { ContentFiles } from "../../../../server/content/content-files.ts";
import { entryFolders, entryNames } from "../../../../server/content/source.ts";
import { dataSchemas } from "../../../../shared/content/data.schema.ts";
import { testFolder } from "../../../setup/test-folder.ts";
import {
  after,
  compile,
  copyContent,
  edit,
  errorsOf,
  routes,
  testContent,
} from "./content-copy.ts";

t.test("valid content compiles without errors", async (t) => {
  const { data, entries, validationErrors } = compile(testContent);
  t.strictSame(validationErrors, []);
  t.strictSame(Object.keys(data), Object.keys(dataSchemas));
  const compiled = entryFolders.map((folder) => entries[folder].map(({ name }) => name));
  t.strictSame(
    compiled,
    entryFolders.map((folder) => entryNames(new ContentFiles(testContent), folder)),
  );
});

t.test("a byte order mark of an editor is no mistake", async (t) => {
  const mark = (dir: string) => edit(dir, "faq.json", /^/, "\uFEFF");
  t.strictSame(await after(mark, errorsOf), []);
});

const post = "blog/who-mends-the-pump";

/** The edits, each with its validation error. */
const cases: [(dir: string) => void, string][] = [
  [
    (dir) => edit(dir, "home.json", /, "value": "\{\{claim:projects-completed\}\}"/, ""),
    'content/home.json: field "impact.stats[0].value": is missing',
  ],
  [
    (dir) => edit(dir, "home.json", '"/projects"', '"/projcts"'),
    'content/home.json: field "heroSlides[1].primaryButton.link": no page has the address /projcts',
  ],
  [
    (dir) => edit(dir, `${post}.en.md`, /$/, "\nSee [the pump](/projects/past/pump?a=1#b).\n"),
    `content/${post}.en.md: field "body": no page has the address /projects/past/pump`,
  ],
  [
    (dir) => edit(dir, "donate.json", '"preset": 50', '"preset": "fifty"'),
    'content/donate.json: field "defaults.preset": expected number, received string',
  ],
  [
    (dir) => edit(dir, "faq.json", '"more":', '"mor": 1, "more":'),
    'content/faq.json: field "items[0].mor": is not a known field',
  ],
  [
    (dir) => edit(dir, "testimonials.json", /\{\s*"id": "district-partner"[^}]*\}/, "0"),
    'content/testimonials.json: field "items[5]": expected object, received number',
  ],
  [
    (dir) => edit(dir, "gallery.en.json", /"alt": "[^"]*"/, '"alt": ""'),
    'content/gallery.en.json: field "items.youth-football-match.alt": must describe the picture in at least 3 words',
  ],
  [
    (dir) =>
      edit(
        dir,
        "projects/menstrual-justice.en.md",
        /^title: (.*)$([\s\S]*)imageAlt: .*/m,
        "title: $1$2imageAlt: $1",
      ),
    'content/projects/menstrual-justice.en.md: field "imageAlt": repeats "title": it must describe the picture',
  ],
  [
    (dir) => edit(dir, `${post}.en.md`, /^title: .*/m, "title: 2026"),
    `content/${post}.en.md: field "title": is a number: put quotes round it`,
  ],
  [
    (dir) => edit(dir, `${post}.json`, "2026-03-30", "2026-02-31"),
    `content/${post}.json: field "publish_date": must be a date such as 2026-03-12`,
  ],
  [
    (dir) => edit(dir, `${post}.json`, '"wash"', '"water"'),
    `content/${post}.json: field "category": "water" is not a slug of blog-categories.json`,
  ],
  [
    (dir) => edit(dir, "gallery.json", '"category": "Youth"', '"category": "Sport"'),
    'content/gallery.json: field "items[0].category": "Sport" is not one of the categories of the gallery',
  ],
  [
    (dir) =>
      edit(
        dir,
        "faq.json",
        '{ "id": "where-we-work"',
        '{ "id": "how-donations-are-used", "more": { "link": "/" } }, { "id": "where-we-work"',
      ),
    'content/faq.json: field "items[1].id": "how-donations-are-used" is used twice',
  ],
  [
    (dir) => edit(dir, `${post}.json`, '"who-mends-the-pump"', '"girls-on-the-pitch"'),
    `content/${post}.json: field "id": "girls-on-the-pitch" is already the id of blog/girls-on-the-pitch.json`,
  ],
  [
    (dir) => edit(dir, "redirects.json", '"from": "/events"', '"from": "/contact"'),
    'content/redirects.json: field "redirects[10].from": "/contact" is used twice',
  ],
  [
    (dir) => edit(dir, "redirects.json", '"from": "/events"', '"from": "/our-work/education"'),
    'content/redirects.json: field "redirects[10].from": /our-work/education is the path of a page',
  ],
  [
    (dir) => {
      for (const end of ["json", "en.md"])
        renameSync(join(dir, `${post}.${end}`), join(dir, `blog/Who Mends.${end}`));
    },
    "content/blog/Who Mends.json: the file name must be lower-case words joined by hyphens: it is part of the URL",
  ],
  [
    (dir) => rmSync(join(dir, "images/hero/village.svg")),
    'content/home.json: field "heroSlides[1].image": images/hero/village.svg does not exist',
  ],
  [
    (dir) => rmSync(join(dir, "files/logo-pack.zip")),
    'content/media-resources.json: field "items[0].file": files/logo-pack.zip does not exist',
  ],
  [
    (dir) => writeFileSync(join(dir, "files/logo-pack.zip"), "%PDF-1.7"),
    'content/media-resources.json: field "items[0].file": files/logo-pack.zip is a PDF file by its content',
  ],
  [
    (dir) => edit(dir, "programmes/education.json", "empowering-youth-through-football", "schools"),
    'content/programmes/education.json: field "projects[0]": "schools" is not a file of projects/',
  ],
  [
    (dir) => edit(dir, "our-work.json", "mtambani-water", "mtambani"),
    'content/our-work.json: field "projects.cards[2]": "mtambani-sanitation-hygiene-project" is not a file of projects/',
  ],
  [
    (dir) => {
      for (const file of ["giving.json", "giving.en.json"])
        edit(dir, file, '"menstrual-justice"', '"no-project"');
    },
    'content/giving.json: field "purposes[2].value": "no-project" is not "most-needed" or a file of projects/',
  ],
  [
    (dir) =>
      edit(
        dir,
        "giving.json",
        /"id": "mobile",([\s\S]*)"value": "000000"/,
        '"id": "mobile", "placeholder": ["numbers"],$1"value": null',
      ),
    'content/giving.en.json: field "warning": must tell visitors how to get an account that is a placeholder',
  ],
  [
    (dir) => edit(dir, "projects/bodaboda-youth-empowerment-project.en.md", /funder: .*\n/, ""),
    'content/projects/bodaboda-youth-empowerment-project.en.md: field "funder": is missing',
  ],
  [
    (dir) =>
      edit(
        dir,
        "projects/empowering-youth-through-football.en.md",
        /\{\{claim:football-budget\}\} euros in all/,
        "{{claim:none}} euros in all",
      ),
    'content/projects/empowering-youth-through-football.en.md: field "body": "none" is not a key of claims.json: correct it, or add the entry there',
  ],
  [
    (dir) => edit(dir, "about.json", '"placeholder": ["subtitle"]', '"placeholder": ["subtitel"]'),
    'content/about.json: field "hero.placeholder": names "subtitel", which is not a field of this entry',
  ],
  [(dir) => rmSync(join(dir, "partners.json")), "content/partners.json: the file is missing"],
  [
    (dir) => writeFileSync(join(dir, "redirects.json"), "null"),
    'content/redirects.json: field "redirects": is missing',
  ],
  [
    (dir) => edit(dir, `${post}.en.md`, /title: .*/, "title: *Wells*"),
    `content/${post}.en.md: field "front matter": Unresolved alias (the anchor must be set before the alias): Wells*`,
  ],
  [
    (dir) => edit(dir, `${post}.en.md`, /(?<=\n---\n)[\s\S]*/, ""),
    `content/${post}.en.md: field "body": must not be empty`,
  ],
  [
    (dir) => writeFileSync(join(dir, `${post}.en.md`), ""),
    `content/${post}.en.md: must begin with front matter between two lines ---`,
  ],
  [(dir) => rmSync(join(dir, "partners.en.json")), "content/partners.en.json: the file is missing"],
  [(dir) => rmSync(join(dir, `${post}.en.md`)), `content/${post}.en.md: the file is missing`],
  [
    (dir) => edit(dir, "site.json", '"number": "+255', '"label": "Tanzania", "number": "+255'),
    'content/site.json: field "contact.phones[0].label": is a text: it belongs in site.en.json and site.sw.json',
  ],
];

t.test("every error names its file and field", async (t) => {
  const unnamed = cases.flatMap(([breakContent, expected]) => {
    const found = after(breakContent, errorsOf);
    return found.includes(expected) ? [] : [{ expected, found }];
  });
  t.strictSame(unnamed, []);
  const noJson = after((dir) => writeFileSync(join(dir, "faq.json"), "{"), errorsOf);
  t.match(noJson, [/^content\/faq\.json: is not JSON: /]);
});

t.test("the check names a file in which a name stands twice", async (t) => {
  const dir = copyContent(testFolder(t));
  edit(dir, "faq.json", '"more":', '"more": 1,\n"more":');
  t.strictSame(await contentErrors(new ContentFiles(dir), routes), [
    "content/faq.json:7: the same name stands twice in one { }",
  ]);
});

t.test("an error names the line of its field, or of what is around it", async (t) => {
  const lines = (breakContent: (dir: string) => void) =>
    after(breakContent, (dir) => compile(dir).validationErrors);
  const words = `${post}.en.md`;
  const lineIn = (file: string, words: string) =>
    readFileSync(join(testContent, file), "utf8")
      .split("\n")
      .findIndex((line) => line.includes(words)) + 1;
  t.strictSame(
    [
      lines((dir) => edit(dir, `${post}.json`, "2026-03-30", "2026-02-31")),
      lines((dir) => edit(dir, "gallery.json", '"category": "Youth"', '"category": "Sport"')),
      lines((dir) => edit(dir, words, /title: .*\n/, "title: Water: a beginning\n")),
      lines((dir) => writeFileSync(join(dir, words), Buffer.from([0x2d, 0xff]))).slice(-1),
    ].flat(),
    [
      `content/${post}.json:${lineIn(`${post}.json`, "publish_date")}: field "publish_date": must be a date such as 2026-03-12`,
      `content/gallery.json:${lineIn("gallery.json", '"category": "Youth"')}: field "items[0].category": "Sport" is not one of the categories of the gallery`,
      `content/${words}:${lineIn(words, "title:")}: field "front matter": a text with a colon and a space needs quotes round it, such as title: "Water: a beginning"`,
      `content/${words}: is not UTF-8: save it with that encoding`,
    ],
  );
});

t.test("one error does not hide another", async (t) => {
  const errors = after((dir) => {
    edit(dir, "home.json", /, "value": "\{\{claim:projects-completed\}\}"/, "");
    edit(dir, `${post}.json`, /"author_name": .*\n/, "");
  }, errorsOf);
  t.equal(errors.length, 2);
});

t.test("placeholders are listed by file, entry and field", async (t) => {
  const { placeholders } = compile(testContent);
  const found = (file: string) => placeholders.filter((placeholder) => placeholder.file === file);
  t.strictSame(found("giving.json").at(-1), {
    file: "giving.json",
    entry: "receipt",
    field: "registration",
  });
  t.strictSame(found("pages/privacy.json"), [
    { file: "pages/privacy.json", entry: null, field: null },
  ]);
  t.strictSame(found("redirects.json"), []);
});
