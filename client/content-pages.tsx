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

/** Routes for a single visitor or for staff, which the site map leaves out. */
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

/**
 * Returns the entries of a folder, each with its page. An entry that is not translated is in English, any other in the language of the
 * build.
 */
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

/** Returns the routes without parameters, then the entries of the content. */
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

/** The fields shared by all documents in the language of the build that have no date. */
const ours = { language: code, date: null, tags: "" };

/** Data that never arrives, so that pages render their fallback in place of data from the source. */
const noData = new Proxy({} as SiteData, { get: () => () => new Promise(() => {}) });

/** Removes elements that say nothing about the page's subject, and replaces tags that separate words by a space. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(nav|form|button|svg|script|style|noscript)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<\/?(?!\/?(?:a|b|i|em|strong|abbr|time)\b)[^>]*>/g, " ");

/** Renders a page that has no entry of its own, without header and footer; null when search engines must not index it. */
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

/** Yields every page of the content, for the server's search index. */
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
