import t from "tap";
import type { Path } from "../../../../server/content/errors.ts";
import { compileMarkdown } from "../../../../server/content/markdown.ts";

const page = (body: string) => `---\ntitle: A title\n---\n\n${body}`;

/** Compiles a file, and returns the result with the reported problems. */
function compiled(source: string) {
  const problems: { path: Path; problem: string; line: number | undefined }[] = [];
  const markdown = compileMarkdown(source, (path, problem, line) =>
    problems.push({ path, problem, line }),
  );
  return { ...markdown, problems };
}
const htmlOf = (body: string) => compiled(page(body)).html;
const problemsOf = (body: string) => compiled(page(body)).problems;

t.test("a file with Windows line ends compiles the same", async (t) => {
  const source = `\uFEFF${page("One.\n\nTwo.")}`.replaceAll("\n", "\r\n");
  t.strictSame(compiled(source), compiled(page("One.\n\nTwo.")));
});

t.test("headings have unique ids made of their text", async (t) => {
  const html = htmlOf("## What *remains*?\n\n### Café & co.\n\n## What remains\n\n## ?");
  t.match(html, '<h2 id="what-remains">What <em>remains</em>?</h2>');
  t.match(html, '<h3 id="cafe-co">');
  t.match(html, '<h2 id="what-remains-2">');
  t.match(html, '<h2 id="section">');
});

t.test("tables are written for screen readers and without inline styles", async (t) => {
  const html = htmlOf("| Part | Euros |\n| --- | ---: |\n| All | 14,260 |");
  t.match(html, '<th scope="col">Part</th>');
  t.match(html, '<td class="align-right">14,260</td>');
});

t.test("reading time counts words and is never less than a minute", async (t) => {
  t.equal(compiled(page("word ".repeat(1))).readingTimeMinutes, 1);
  t.equal(compiled(page("word ".repeat(200))).readingTimeMinutes, 1);
  t.equal(compiled(page("word ".repeat(201))).readingTimeMinutes, 2);
});

const refused: [string, string, RegExp][] = [
  ["a heading of the first level", "# Big", /headings start at ##/],
  ["a skipped heading level", "## Two\n\n#### Four", /a heading level is skipped/],
  ["a block of HTML", "<script>alert(1)</script>", /HTML is not allowed: <script>/],
  ["HTML inside a line", "Some <b onclick=x>bold</b> words.", /HTML is not allowed: <b onclick/],
  ["a picture in the text", "![A well](images/well.svg)", /pictures belong in the front matter/],
  ["a link that runs", "[a](javascript:alert(1))", /link "javascript:alert\(1\)" is not allowed/],
  ["a hidden link that runs", "[a](<JavaScript:alert(1)>)", /is not allowed/],
  ["a link without a scheme", "[a](//evil.example)", /is not allowed/],
  ["a relative link", "[a](faq)", /link "faq" is not allowed/],
];

t.test("HTML that would run, mislead or break the outline is refused", async (t) => {
  for (const [what, body, problem] of refused)
    t.match(
      problemsOf(body),
      [{ path: ["body"], problem, line: 4 + body.split("\n").length }],
      what,
    );
});

t.test("links to pages, parts of pages, sites, mail and telephone are allowed", async (t) => {
  const links = ["/faq", "#what-remains", "https://example.org", "mailto:a@example.org", "tel:+1"];
  t.strictSame(
    links.flatMap((link) => problemsOf(`[a](${link})`)),
    [],
  );
});

t.test("a file without front matter is refused", async (t) => {
  t.match(compiled("Just words.").problems, [
    { path: [], problem: /must begin with front matter/ },
  ]);
});

t.test("a text that YAML would cut off is refused with its line", async (t) => {
  const problem = /"#1 works" is left out as a comment: put quotes round the text/;
  t.match(compiled("---\ntitle: Pump #1 works\n---\n\nText.").problems, [{ problem, line: 2 }]);
});

t.test("front matter that is not YAML is refused with the line in the file", async (t) => {
  const { problems } = compiled("---\ntitle: A\ntags: [a, b\n---\n\nText.");
  t.equal(problems.length, 1);
  t.match(problems[0], { path: ["front matter"], problem: /\w/ });
  t.ok([3, 4].includes(problems[0]?.line ?? 0), "the line of the list, or the one after it");
});
