import * as announcements from "virtual:content/announcements";
import * as blog from "virtual:content/blog";
import { categories } from "virtual:content/blog-categories";
import { items as questions } from "virtual:content/faq";
import mediaFiles from "virtual:content/media-files";
import { items as downloads } from "virtual:content/media-resources";
import * as pages from "virtual:content/pages";
import * as programmes from "virtual:content/programmes";
import * as projects from "virtual:content/projects";
import { renderToStaticMarkup } from "react-dom/server";
import { code, prefix } from "../content/words/en/language.json";
import type { StaticPath } from "../shared/contract/page-renderer.ts";
import type { SiteData } from "../shared/contract/site-data.ts";
import type { SearchDocument } from "../shared/model/search.ts";
import { paths } from "../shared/paths.ts";
import { RequestContext } from "./data/request-context.ts";
import { createRequestStore } from "./data/server-queries.ts";
import { firstLocation, LocationContext } from "./navigation.ts";
import { headContext, matchSite } from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import { routes } from "./routes.tsx";

/** Routes for one visitor alone, or for staff: not in the site map. */
const UNLISTED = ["/your-data", "/donate/pledge", "/offline", "/search"];

interface Entry {
  slug: string;
  language?: string;
  publish_date?: string;
  date?: string;
  introduction?: string;
  summary?: string;
  description?: string;
}
type Load = () => Promise<{ default: { title: string; html: string; tags?: readonly string[] } }>;

/** The entries of a folder, each with its page. One without a twin is in English. */
const entriesOf = <E extends Entry>(
  kind: SearchDocument["kind"],
  folder: { entries: readonly E[]; load: Readonly<Record<string, Load>> },
  pathOf: (entry: E) => string,
) =>
  folder.entries.map((entry) => ({
    kind,
    path: pathOf(entry),
    summary: entry.introduction ?? entry.summary ?? entry.description ?? "",
    date: entry.publish_date ?? entry.date ?? null,
    language: entry.language ?? code,
    load: folder.load[entry.slug],
  }));

const ENTRIES = [
  ...entriesOf("page", programmes, ({ slug }) => paths.programme(slug)),
  ...entriesOf("project", projects, paths.project),
  ...entriesOf("announcement", announcements, ({ slug }) => paths.announcement(slug)),
  ...entriesOf("story", blog, ({ slug }) => paths.blogPost(slug)),
  ...entriesOf("page", pages, ({ slug }) => `/${slug}`),
];

/** Routes without parameters, then entries of the content. */
export function staticPaths(): StaticPath[] {
  const plain = routes
    .map(({ path }) => path)
    .filter((path) => !/[:*]|^\/staff/.test(path) && !UNLISTED.includes(path))
    .concat(categories.map(({ slug }) => paths.blogCategory(slug)));
  const others = ENTRIES.filter(({ path }) => !plain.includes(path));
  return [
    ...plain.map((path) => ({ path, lastModified: null })),
    ...others.map(({ path, date }) => ({ path, lastModified: date })),
  ];
}

/** What is in the language of the build, without a date. */
const ours = { language: code, date: null, tags: "" };

/** Pages without data of the source show their fallback. */
const noData = new Proxy({} as SiteData, { get: () => () => new Promise(() => {}) });

/** Parts that say nothing of the page's subject, and tags that separate words. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(nav|form|button|svg|script|style|noscript)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<\/?(?!\/?(?:a|b|i|em|strong|abbr|time)\b)[^>]*>/g, " ");

/** A page without an entry of its own: its text as it is rendered, without header and footer. */
async function renderedPage(path: string): Promise<SearchDocument | null> {
  const match = matchSite(prefix + path, "");
  const page = await openPage(match);
  const store = createRequestStore({ siteData: noData, requestId: "" });
  const { params, search } = match;
  const { title, description, noindex } = page.head(headContext(match, path, store));
  if (noindex) return null;
  const html = renderToStaticMarkup(
    <LocationContext value={firstLocation(prefix + path, "")}>
      <RequestContext value={{ store, origin: "", form: null, takesPayments: false }}>
        <page.Page params={params} search={search} />
      </RequestContext>
    </LocationContext>,
  );
  return {
    ...ours,
    kind: "page",
    path: prefix + path,
    title,
    summary: description,
    html: textOf(html),
  };
}

/** Every page of the content, for the server's search index. */
export async function* searchDocuments(): AsyncGenerator<SearchDocument> {
  for (const { load, path, ...entry } of ENTRIES) {
    const { title, html, tags = [] } = (await load?.())?.default ?? { title: "", html: "" };
    yield { ...entry, path: prefix + path, title, html, tags: tags.join(", ") };
  }
  for (const { id, question, answer } of questions) {
    const path = `${prefix}/faq#${id}`;
    yield { ...ours, kind: "question", path, title: question, summary: answer, html: "" };
  }
  for (const { id, title, description } of downloads) {
    const file = mediaFiles[id];
    if (!file) continue;
    const summary = `${description} (${file.fileType}, ${file.fileSize})`;
    yield { ...ours, kind: "download", path: file.downloadLink, title, summary, html: "" };
  }
  for (const { path } of staticPaths()) {
    if (ENTRIES.some((entry) => entry.path === path)) continue;
    const document = await renderedPage(path);
    if (document) yield document;
  }
}
