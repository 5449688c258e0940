import { globSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { HtmlValidate } from "html-validate";
import supertest from "supertest";
import t from "tap";
import { startEveryPage } from "../../setup/site/every-page.ts";

let place: Awaited<ReturnType<typeof startEveryPage>>;
t.before(async () => {
  place = await startEveryPage();
});
t.teardown(() => place.close());

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes attributes its own way, and void elements with a slash.
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
    // Titles come from editors; search engines cut long ones by themselves.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // Phone numbers and words of content stand as they are written.
    "tel-non-breaking": "off",
    "require-sri": "off",
    // Boxes of one question share its name, as radios do.
    "form-dup-name": ["error", { shared: ["radio", "checkbox", "button", "submit"] }],
  },
});

t.test("every page is valid HTML with one h1, its metadata, and no inline script", async (t) => {
  // All first: checking a page takes the event loop that the site responds on.
  const responses = [];
  for (const address of place.addresses)
    responses.push({ address, response: await supertest(place.site.url).get(address) });
  for (const { address, response } of responses) {
    const { text, status } = response;
    t.equal(status, address === "/no/such/page" ? 404 : 200, address);
    t.equal(text.match(/<h1[ >]/g)?.length, 1, `${address} has one h1`);
    const isFound = !text.includes('content="noindex');
    for (const part of [
      "<title>",
      'name="description"',
      ...(isFound ? ['rel="canonical"'] : []),
      'property="og:title"',
      'name="robots"',
      'name="theme-color"',
      "application/ld+json",
    ])
      t.equal(text.split(part).length, 2, `${address} has one ${part}`);
    t.match(text, /<title>[^<]+ \| [^<]+<\/title>/);
    const hasArticle = /"@type":"(News)?Article"|"@type":"BlogPosting"/.test(text);
    const type = hasArticle ? "article" : "website";
    t.match(text, `<meta property="og:type" content="${type}"/>`, `${address} is a ${type}`);
    if (!hasArticle) t.notMatch(text, 'property="article:', address);
    const inline = [...text.matchAll(/<script([^>]*)>/g)].filter(
      ([, attributes = ""]) => !/type="application\/(ld\+)?json"|src=/.test(attributes),
    );
    t.same(inline, [], `${address} has no inline script`);
    const report = await validator.validateString(text);
    const errors = report.results.flatMap((result) =>
      result.messages.map(
        ({ ruleId, message, line, column }) =>
          `${ruleId}: ${message} (${line}:${column} ${text.split("\n")[line - 1]?.slice(column - 1, column + 60)})`,
      ),
    );
    t.same(errors.slice(0, 5), [], `${address} is valid`);
  }
});

const classesOf = (css: string) =>
  new Set([...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name));

t.test("every page has the rules of the classes it shows", async (t) => {
  const files = globSync("dist/client/assets/styles-*/**/*.css");
  const ruled = classesOf(files.map((file) => readFileSync(file, "utf8")).join(""));
  t.ok(ruled.size > 100, `${ruled.size} classes in ${files.length} stylesheets`);
  for (const address of place.addresses) {
    const { text } = await supertest(place.site.url).get(address);
    const own = classesOf([...text.matchAll(/<style[^>]*>([^<]*)/g)].join(""));
    const shown = [...text.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) =>
      names.split(/\s+/),
    );
    const missing = new Set(shown.filter((name) => ruled.has(name) && !own.has(name)));
    t.same([...missing], [], address);
  }
});

t.test("no link of ours ends in a 404, and every fragment is there", async (t) => {
  // The checks before kept the event loop busy; the site would shed its first requests.
  await wait(1_000);
  const known = new Map<string, { status: number; text: string }>();
  const fetchOnce = async (path: string) => {
    const before = known.get(path);
    if (before) return before;
    const response = await fetch(place.site.url + path);
    const isText = /html|xml|json/.test(response.headers.get("content-type") ?? "");
    const read = { status: response.status, text: isText ? await response.text() : "" };
    known.set(path, read);
    return read;
  };
  const queue = [...place.addresses.filter((path) => path !== "/no/such/page")];
  const seen = new Set(queue);
  const broken: string[] = [];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const { text } = await fetchOnce(address);
    for (const [, raw = ""] of text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)) {
      const href = raw.replaceAll("&amp;", "&");
      const url = new URL(href, place.site.url + address);
      if (url.origin !== place.site.url) continue;
      const target = url.pathname + url.search;
      const { status, text: there } = await fetchOnce(target);
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
  t.same([...new Set(broken)], []);
  t.ok(seen.size > 60, `${seen.size} pages walked`);
});
