import t from "tap";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { walkObjects } from "../../../../../server/build/content/walk-content.ts";
import { realContent } from "./content-copy.ts";

const { data, entries } = compileContent(realContent);

/** The pages that do not come from an entry; the specification's table of routes. */
const known = new Set(
  `/ /about-us /our-work /projects /projects/current /projects/past /news-events
  /news-events/announcements /news-events/gallery /blog /our-impact /get-involved /contact-us /donate
  /testimonials /media-resources /faq /your-data`.split(/\s+/),
);

known.add("/developers");
known.add("/donate/pledge");
known.add("/events.ics");
for (const { slug } of entries.blog) known.add(`/blog/${slug}`);
for (const { slug } of entries.announcements) known.add(`/news-events/announcements/${slug}`);
for (const { slug } of entries.programmes) known.add(`/our-work/${slug}`);
for (const { slug } of entries.pages) known.add(`/${slug}`);
for (const { slug, fields } of entries.projects) {
  known.add(`/projects/${String(fields.status)}/${slug}`);
}

const pathOf = (link: string) => link.split(/[?#]/)[0] ?? "";
const sources = new Set<string>();
const targets: [string, string][] = [];

walkObjects(data.get("redirects.json"), ({ from, to }) => {
  if (typeof from === "string") sources.add(from);
  if (typeof to === "string") targets.push(["redirects.json", to]);
});

for (const [file, value] of [...data, ...Object.values(entries).flat().map(asPair)]) {
  walkObjects(value, ({ link, listLink, html }) => {
    if (typeof link === "string") targets.push([file, link]);
    if (typeof listLink === "string") targets.push([file, listLink]);
    if (typeof html !== "string") return;
    for (const [, href = ""] of html.matchAll(/href="(\/[^"]*)"/g)) targets.push([file, href]);
  });
}

function asPair(entry: { file: string; fields: object; html: string }): [string, unknown] {
  return [entry.file, { ...entry.fields, html: entry.html }];
}

t.test("every link of the content leads to a page or to a redirect", async (t) => {
  t.ok(targets.length > 50);
  for (const [file, link] of targets) {
    if (known.has(pathOf(link)) || sources.has(link)) continue;
    t.fail(`content/${file}: ${link} leads nowhere`);
  }
});

t.test("no redirect leads to another redirect", async (t) => {
  const chained = targets.filter(([file, to]) => file === "redirects.json" && sources.has(to));
  t.strictSame(chained, []);
});
