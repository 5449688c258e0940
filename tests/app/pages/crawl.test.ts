import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { HtmlValidate } from "html-validate";
import t from "tap";
import { ContentFiles } from "../../../server/content/content-files.ts";
import { entryFolders, entryNames } from "../../../server/content/source.ts";
import { inEnglish, onePerTemplate, startEveryPage } from "../../setup/site/every-page.ts";
import { joinedWords } from "../../setup/site/joined-words.ts";
import { TEST_CONTENT } from "../../setup/site/site.ts";
import { every, isWhole } from "../../setup/whole.ts";

/** A rendered page. Every page is rendered once, and all tests read from that copy. */
interface Page {
  status: number;
  html: string;
}

const MISSING = "/no/such/page";
let place: Awaited<ReturnType<typeof startEveryPage>>;
const pages = new Map<string, Page>();
const read = async (path: string): Promise<Page> => {
  const response = await fetch(place.site.url + path);
  return { status: response.status, html: await response.text() };
};

t.before(async () => {
  place = await startEveryPage();
  for (const path of place.addresses) pages.set(path, await read(path));
});
t.teardown(() => place.close());

/** Returns all errors of the pages, one a line. `errorsOf` returns those of one page. */
function wrongOf(errorsOf: (page: Page, path: string) => string[], paths = [...pages.keys()]) {
  const none = { status: 0, html: "" };
  return paths.flatMap((path) =>
    errorsOf(pages.get(path) ?? none, path).map((error) => `${path}: ${error}`),
  );
}
/** Returns one page per template, and a sample of the English pages, whose text differs from page to page. */
const sampled = () => [
  ...new Set([...onePerTemplate(place.addresses), ...every(4, inEnglish(place.addresses))]),
];
const isListed = (html: string) => !html.includes('content="noindex');
const meta = (html: string, property: string) =>
  (new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? "").replaceAll(
    "&amp;",
    "&",
  );

t.test("the site map names every page that may be found, each once", async (t) => {
  const listed = place.addresses.slice(0, place.addresses.lastIndexOf("/search?q=water"));
  t.same(
    wrongOf(({ html }) => (isListed(html) ? [] : ["is not to be found"]), listed),
    [],
  );
  t.equal(new Set(listed).size, listed.length);
  const content = new ContentFiles(TEST_CONTENT);
  const entries = entryFolders.flatMap((folder) => entryNames(content, folder));
  const expected = [
    "/",
    "/about-us",
    "/donate",
    "/news-events",
    "/sw",
    "/news-events/news/tree-day",
    "/events/coaches-course",
  ];
  t.same(
    [
      ...expected.filter((path) => !listed.includes(path)),
      ...entries.filter((name) => !listed.some((path) => path.endsWith(`/${basename(name)}`))),
      ...listed.filter((path) => /your-data|staff/.test(path)),
    ],
    [],
  );
});

t.test("every page has one h1, its metadata, and no inline script", async (t) => {
  const wrong = wrongOf(({ status, html }, path) => {
    const errors: string[] = [];
    if (status !== (path === MISSING ? 404 : 200)) errors.push(`status ${status}`);
    if (html.match(/<h1[ >]/g)?.length !== 1) errors.push("not one h1");
    for (const part of [
      "<title>",
      'name="description"',
      ...(isListed(html) ? ['rel="canonical"', 'property="og:url"'] : []),
      'name="twitter:image:alt"',
      'property="og:title"',
      'name="robots"',
      'name="theme-color"',
      "application/ld+json",
    ])
      if (html.split(part).length !== 2) errors.push(`not one ${part}`);
    if (!/<title>[^<]+ \| [^<]+<\/title>/.test(html)) errors.push("title without the site's name");
    const isArticle = /"@type":"(News)?Article"|"@type":"BlogPosting"/.test(html);
    if (meta(html, "og:type") !== (isArticle ? "article" : "website")) errors.push("wrong og:type");
    if (!isArticle && html.includes('property="article:')) errors.push("is no article");
    if (html.includes('"ContactPoint"') === isArticle) errors.push("an article says how to call");
    if (!isListed(html) && /rel="canonical"|og:url/.test(html)) errors.push("is to be found");
    const inline = [...html.matchAll(/<script([^>]*)>/g)].filter(
      ([, attributes = ""]) => !/type="application\/(ld\+)?json"|src=/.test(attributes),
    );
    if (inline.length > 0) errors.push("inline script");
    if (/ href=""/.test(html)) errors.push("empty href");
    const data = /ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    if (data.includes(':"/') || data.includes('["/')) errors.push("structured data without a host");
    if (html.includes("<!-- -->")) errors.push("a comment between words");
    if (/\sstyle="|>(?:undefined|NaN|null)<|\[object Object\]/.test(html)) errors.push("odd words");
    if (/private@example\.org|not for publication/.test(html)) errors.push("what is not public");
    // Only our own pictures must have a size: the size of a source's picture is unknown until the first fetch.
    const ours = [...html.matchAll(/<img [^>]*src="\/assets\/[^>]*>/g)].map(String);
    const unsized = ours.filter(
      (image) => !/ alt="[^"]*".* width="\d+".* height="\d+"/.test(image),
    );
    errors.push(...unsized);
    return errors;
  });
  t.same(wrong, []);
});

t.test("every page names its social card, with its size and what it shows", async (t) => {
  const wrong = wrongOf(({ html }) => {
    const errors: string[] = [];
    const card = meta(html, "og:image");
    if (!/^https?:/.test(card)) return [`names no card in full: ${card}`];
    if (meta(html, "og:image:width") !== "1200" || meta(html, "og:image:height") !== "630")
      errors.push("no size of its card");
    if (meta(html, "og:image:alt") === "") errors.push("card without a text");
    if (!isListed(html) && !/\/social\/\w+\/site\.png$/.test(card)) errors.push(`card is ${card}`);
    return errors;
  });
  t.same(wrong, []);
});

/** The Brotli qualities that the server uses: for the first visitor of a page, and for the next ones. */
const QUALITIES = [5, 10];
const sentBytes = (html: string, quality = 5) =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
/** The budgets of bytes sent to visitors, with 1 % to spare. */
const PAGE_BYTES: Record<string, readonly number[]> = {
  "/": [12_850, 11_840],
  "/news-events": [10_270, 9_500],
  "/news-events/news/tree-day": [8_960, 8_370],
  "/events/coaches-course": [9_130, 8_510],
  "/donate": [11_230, 10_410],
  "/about-us": [11_200, 10_250],
};

t.test("the HTML of a page keeps within its budget", async (t) => {
  const wrong = wrongOf(
    ({ html }, path) =>
      QUALITIES.flatMap((quality, at) => {
        const bytes = sentBytes(html, quality);
        const most = PAGE_BYTES[path]?.[at] ?? 0;
        return bytes <= most ? [] : [`has ${bytes} bytes at quality ${quality}`];
      }),
    Object.keys(PAGE_BYTES),
  );
  t.same(wrong, []);
});

const classesOf = (css: string) =>
  new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = ""]) => name));

t.test("every page has the rules of the classes it shows", async (t) => {
  // A page links `later.css`, has the rules for data saver only when it saves data, and holds the other rules inline.
  const files = globSync("dist/client/assets/styles-*/**/*.css", {
    exclude: (file) => /(?:later|data-saver)\.css$/.test(file),
  });
  const ruled = classesOf(files.map((file) => readFileSync(file, "utf8")).join(""));
  t.ok(ruled.size > 100, `${ruled.size} classes in ${files.length} stylesheets`);
  const wrong = wrongOf(({ html }) => {
    const own = classesOf([...html.matchAll(/<style[^>]*>([^<]*)/g)].join(""));
    const shown = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) =>
      names.split(/\s+/),
    );
    return [...new Set(shown.filter((name) => ruled.has(name) && !own.has(name)))];
  });
  t.same(wrong, []);
});

t.test("text browsers have a space or a line between neighbouring words", async (t) => {
  for (const path of ["/news-events?type=news", "/projects?status=past"])
    if (!pages.has(path)) pages.set(path, await read(path));
  t.same(
    wrongOf(({ html }) => joinedWords(html), onePerTemplate([...pages.keys()])),
    [],
  );
});

/** Reads the texts of a language, by file and key. */
function wordsOf(language: string): Map<string, string> {
  const folder = `content/words/${language}`;
  const texts = new Map<string, string>();
  const add = (path: string, value: unknown) => {
    if (typeof value === "string") texts.set(path, value);
    else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) add(`${path}.${key}`, part);
  };
  for (const file of readdirSync(folder))
    add(file, JSON.parse(readFileSync(`${folder}/${file}`, "utf8")));
  return texts;
}

/** The English texts of buttons, labels and messages that differ in Kiswahili: of two words at least, and without values. */
const swahili = wordsOf("sw");
const CHROME = [...wordsOf("en")]
  .filter(([key, text]) => text !== swahili.get(key) && /^[\w’' ]+ [\w’' ,.]+$/.test(text.trim()))
  .map(([, text]) => text.trim());

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";

/** Returns the path of a URL on this site, whatever the origin. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);

const headOf = (html: string) =>
  [
    attribute(html, /<html lang="(\w+)"/),
    attribute(html, /property="og:locale" content="([^"]+)"/),
    pathOf(attribute(html, /rel="canonical" href="([^"]+)"/)),
    pathOf(attribute(html, /hrefLang="en" href="([^"]+)"/i)),
    pathOf(attribute(html, /hrefLang="sw" href="([^"]+)"/i)),
    pathOf(attribute(html, /hrefLang="x-default" href="([^"]+)"/i)),
  ].join(" ");

/** Returns the lines of text that a reader sees, except those marked as English. */
const shownWords = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<(\w+)[^>]*\blang="en"[^>]*>[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, "\n")
    .split("\n")
    .map((line) => line.trim());

/** Finds English text and links to English pages in a page in Kiswahili. The documentation of the API is in English only. */
function englishParts(html: string, path: string): string[] {
  const links = [...html.matchAll(/<a [^>]*?href="(\/[^"]*)"[^>]*>/gi)];
  const leaving = links
    .filter(
      ([link, href = ""]) =>
        !/hrefLang/i.test(link) && !/^\/(?:sw(?:[/?#]|$)|bff\/|files\/)/.test(href),
    )
    .map(([link]) => `leaves the language: ${link}`);
  const shown = new Set(shownWords(html));
  return [
    ...(path === "/sw/developers" ? [] : leaving),
    ...CHROME.filter((words) => shown.has(words)),
    ...(html.includes('"inLanguage":"sw"') ? [] : ["structured data without the language"]),
    ...(/og:image" content="[^"]+\/(?:social\/sw|pictures)\//.test(html)
      ? []
      : ["card in another language"]),
  ];
}

t.test(
  "every page has a counterpart in the other language, and both link each other",
  async (t) => {
    const english = inEnglish(place.addresses).filter(
      (path) => !/^\/(?:your-data|problems|search|staff|no)\b/.test(path),
    );
    t.ok(english.length > 40 && CHROME.length > 100);
    const ownOf = (path: string) => (path === "/" ? "/sw" : `/sw${path}`);
    const differs = (html: string, expected: string) =>
      headOf(html) === expected ? [] : [`has ${headOf(html)}, not ${expected}`];
    t.same(
      wrongOf(
        ({ html }, path) => differs(html, `en en_US ${path} ${path} ${ownOf(path)} ${path}`),
        english,
      ),
      [],
    );
    const pairs = new Map(english.map((path) => [ownOf(path), path]));
    t.same(
      wrongOf(
        ({ html }, own) => {
          const path = pairs.get(own);
          return [
            ...differs(html, `sw sw_TZ ${own} ${path} ${own} ${path}`),
            ...englishParts(html, own),
          ];
        },
        [...pairs.keys()],
      ),
      [],
    );
  },
);

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes some attributes in camelCase, and void elements with a slash.
    "attr-case": "off",
    "void-style": "off",
    // Any id without white space is valid (HTML Living Standard, 3.2.6).
    "valid-id": ["error", { relaxed: true }],
    "doctype-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // A role on a list brings back what `list-style: none` takes away in Safari.
    "no-redundant-role": "off",
    "no-inline-style": "error",
    // Editors write the titles, and search engines shorten long ones.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // Telephone numbers and other texts of the content stay as they were written.
    "tel-non-breaking": "off",
    "require-sri": "off",
    // The checkboxes of one question share a name, as radio buttons do.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit"] }],
  },
});

t.test("every page is valid HTML", async (t) => {
  const wrong = wrongOf(({ html }) => {
    const lines = html.split("\n");
    return validator.validateStringSync(html).results.flatMap((result) =>
      result.messages.slice(0, 5).map(({ ruleId, message, line, column }) => {
        const there = lines[line - 1]?.slice(column - 1, column + 60);
        return `${ruleId}: ${message} (${line}:${column} ${there})`;
      }),
    );
  }, sampled());
  t.same(wrong, []);
});

t.test("no internal link leads to a 404, and every fragment exists", async (t) => {
  const known = new Map<string, Page>(pages);
  const fetchOnce = async (path: string) => {
    const before = known.get(path);
    if (before) return before;
    const response = await fetch(place.site.url + path);
    const isText = /html|xml|json/.test(response.headers.get("content-type") ?? "");
    const page = { status: response.status, html: isText ? await response.text() : "" };
    if (!isText) await response.body?.cancel();
    known.set(path, page);
    return page;
  };
  const queue = [...pages.keys()].filter((path) => path !== MISSING);
  const seen = new Set(queue);
  const broken: string[] = [];
  /** The addresses of months, tags, list pages and pictures, which come in hundreds, and the page that links to each. */
  const many = new Map<string, string>();
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const { html } = await fetchOnce(address);
    for (const [, raw = ""] of html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
      const href = raw.replaceAll("&amp;", "&");
      const url = new URL(href, place.site.url + address);
      if (url.origin !== place.site.url) continue;
      const target = url.pathname + url.search;
      if (!isWhole && (url.search !== "" || target.startsWith("/pictures/"))) {
        many.set(target, address);
        continue;
      }
      const { status, html: there } = await fetchOnce(target);
      if (status >= 400) broken.push(`${address} -> ${href}: ${status}`);
      const fragment = decodeURIComponent(url.hash.slice(1));
      if (fragment && !there.includes(`id="${fragment}"`))
        broken.push(`${address} -> ${href}: no fragment`);
      const isPage = status === 200 && there.startsWith("<!DOCTYPE html>");
      if (isPage && !seen.has(target) && !url.search.includes("complete")) {
        seen.add(target);
        queue.push(target);
      }
    }
  }
  for (const [target, address] of every(8, [...many]))
    if ((await fetchOnce(target)).status >= 400) broken.push(`${address} -> ${target}`);
  t.same([...new Set(broken)], []);
  t.ok(seen.size > 60, `${seen.size} pages walked`);
});

const FETCHED =
  /<(?:script|img|picture|source|video|iframe|object|embed)\b|url\((?!data:)|@import/i;
const HEAVIEST_SAVER = 25_000;

/** Returns the errors of a page in data-saver mode. */
function saverErrors(html: string, headers: Headers): string[] {
  const errors: string[] = [];
  if (!/<body[^>]* data-saver="true"/.test(html)) errors.push("is not of the data saver");
  const bytes = sentBytes(html);
  if (bytes > HEAVIEST_SAVER) errors.push(`has ${bytes} bytes`);
  const fetched = FETCHED.exec(html)?.[0];
  if (fetched !== undefined) errors.push(`fetches ${fetched}`);
  for (const [, rel, href = ""] of html.matchAll(/<link rel="([^"]+)" href="([^"]+)"/g))
    if (rel !== "canonical" && !href.startsWith("data:")) errors.push(`links ${rel}`);
  if (/\{(?:used|full)\} kB/.test(html)) errors.push("is without its figures");
  const policy = headers.get("content-security-policy") ?? "";
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = ""]) => css);
  const hashes = styles.map((css) => createHash("sha256").update(css).digest("base64"));
  for (const part of [
    "default-src 'none'; script-src 'none'; style-src 'sha256-",
    "img-src data:; form-action 'self'",
    ...hashes.map((hash) => `'sha256-${hash}'`),
  ])
    if (!policy.includes(part)) errors.push(`CSP without ${part}`);
  return errors;
}

t.test("with data saver a page has at most 25 kB, and fetches nothing", async (t) => {
  const more = ["/donate/pledge", "/news-events/gallery?photo=none"];
  const wrong: string[] = [];
  for (const path of [...sampled(), ...more]) {
    const response = await fetch(place.site.url + path, { headers: { "save-data": "on" } });
    const errors = saverErrors(await response.text(), response.headers);
    wrong.push(...errors.map((error) => `${path} ${error}`));
  }
  t.same(wrong, []);
});
