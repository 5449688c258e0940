import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import t, { type Test } from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { TEST_CONTENT } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";

/** Texts that a browser would run where they are not escaped. */
const HOSTILE = [
  "<script>alert(1)</script> and words",
  "<img src=x onerror=alert(1)> and words",
  "</title></style></textarea><svg onload=alert(1)> and words",
  '" onmouseover="alert(1)" x=" and words',
  "' autofocus onfocus='alert(1) and words",
  "javascript:alert(1) and more words",
  "{{constructor.constructor('alert(1)')()}} words",
  "</script><!--<script>alert(1)//--> and words",
  "\u2028alert(1)\u2029 and more words",
];

/** The names of fields that are not texts: references, formats, and what the checks of content compare. */
const NO_TEXT = /^(?:link|href|url|image|photo|logo|avatar|sketch|src|file|embedUrl|linkUrl)$/;

/** Replaces every text of a document in a language; numbers and references of the texts stay as they are. */
function withHostileTexts(value: unknown, name: string, next: () => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withHostileTexts(item, name, next));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withHostileTexts(item, key, next)]),
    );
  if (typeof value !== "string" || NO_TEXT.test(name) || /\{\{claim:/.test(value)) return value;
  return next();
}

/** Starts a site whose content has a hostile text in every field of words. */
async function startHostile(t: Test) {
  const dir = testFolder(t);
  cpSync(TEST_CONTENT, dir, { recursive: true });
  let count = 0;
  // Every text is distinct, since titles and descriptions must not repeat each other.
  const next = () => {
    count += 1;
    return `${HOSTILE[count % HOSTILE.length]} ${"abcdefghij".charAt(count % 10)}${"klmnopqrst".charAt(Math.floor(count / 10) % 10)}`;
  };
  for (const file of globSync("*.{en,sw}.json", { cwd: dir })) {
    const path = join(dir, file);
    const words = withHostileTexts(JSON.parse(readFileSync(path, "utf8")), "", next);
    writeFileSync(path, JSON.stringify(words));
  }
  const { site } = await startScene(t, {
    ...samples(),
    env: { CONTENT_DIR: dir },
    isSearched: true,
  });
  return { site, count };
}

/** Returns what in a page could run that is not the site's own. */
function runnableIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on/i.test(attribute)) found.push(`${name} ${attribute}=${value}`);
        if (/^\s*javascript:/i.test(value) && /^(?:href|src|action|formaction)$/.test(attribute))
          found.push(`${name} ${attribute}=${value}`);
      }
      const isData = /json/.test(attributes.type ?? "");
      const isOurs = attributes.src?.startsWith("/assets/") ?? false;
      if (name === "script" && !isData && !isOurs) found.push("script");
      if (name === "svg" && attributes.onload) found.push("svg");
    },
  });
  parser.end(html);
  return found;
}

t.test("no text of a document runs on any page", async (t) => {
  const { site, count } = await startHostile(t);
  t.ok(count > 500, `${count} texts are hostile`);
  const map = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const paths = [...map.matchAll(/<loc>https?:\/\/[^/]*([^<]*)<\/loc>/g)].map(
    ([, path = ""]) => path || "/",
  );
  for (const path of [...paths, "/donate/pledge", "/search?q=words", "/no/such/page"]) {
    const response = await fetch(site.url + path);
    t.ok(response.status < 500, `${path}: ${response.status}`);
    t.same(runnableIn(await response.text()), [], path);
  }
  // JSON has the texts as they are, and is never shown as a page.
  for (const path of ["/blog/feed.xml", "/opensearch.xml", "/events.ics"]) {
    const text = await (await fetch(site.url + path)).text();
    t.notMatch(text, /<script>alert/, path);
  }
});
