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
import { matchSite } from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import { routes } from "./routes.tsx";

/** Routes for one visitor alone, or for staff: not in the site map. */
const UNLISTED = ["/your-data", "/donate/pledge", "/offline", "/search"];

const staticPath = (path: string, lastModified: string | null = null): StaticPath => ({
  path,
  lastModified,
});

/** Routes without parameters, then entries of the content. */
export function staticPaths(): StaticPath[] {
  const plain = routes
    .map((route) => route.path)
    .filter((path) => !/[:*]|^\/staff/.test(path) && !UNLISTED.includes(path));
  return [
    ...plain.map((path) => staticPath(path)),
    ...programmes.entries.map(({ slug }) => staticPath(`/our-work/${slug}`)),
    ...projects.entries.map(({ slug, status }) => staticPath(`/projects/${status}/${slug}`)),
    ...announcements.entries.map(({ slug, date }) =>
      staticPath(`/news-events/announcements/${slug}`, date),
    ),
    ...categories.map(({ slug }) => staticPath(`/blog/category/${slug}`)),
    ...blog.entries.map(({ slug, publish_date }) => staticPath(`/blog/${slug}`, publish_date)),
  ];
}

type Fields = Omit<SearchDocument, "language" | "date"> & { date?: string; language?: string };

const documentOf = ({ date, language = code, ...fields }: Fields): SearchDocument => ({
  ...fields,
  path: fields.kind === "download" ? fields.path : prefix + fields.path,
  date: date ?? null,
  language,
});

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
  const { Page, head } = await openPage(match);
  const store = createRequestStore(noData);
  const { params, search } = match;
  const { title, description, noindex } = head({ params, search, path, peek: store.peek });
  if (noindex) return null;
  const html = renderToStaticMarkup(
    <LocationContext value={firstLocation(prefix + path, "")}>
      <RequestContext value={{ store, origin: "", form: null, takesPayments: false }}>
        <Page params={params} search={search} />
      </RequestContext>
    </LocationContext>,
  );
  return documentOf({ kind: "page", path, title, summary: description, html: textOf(html) });
}

type Entries<T> = {
  /** Without a twin, in English. */
  entries: readonly { slug: string; language?: string }[];
  load: Readonly<Record<string, () => Promise<{ default: T }>>>;
};

/** The entries of a folder with their texts. */
async function* entriesOf<T extends Pick<Fields, "title" | "html">>(
  { entries, load }: Entries<T>,
  show: (entry: T) => Omit<Fields, "title" | "html"> & { html?: string },
) {
  for (const { slug, language } of entries) {
    const entry = (await load[slug]?.())?.default;
    if (!entry) continue;
    const { title, html } = entry;
    yield documentOf({ title, html, ...show(entry), ...(language && { language }) });
  }
}

async function* entryDocuments(): AsyncGenerator<SearchDocument> {
  yield* entriesOf(projects, (project) => ({
    kind: "project",
    path: paths.project(project),
    summary: project.description,
  }));
  yield* entriesOf(programmes, ({ slug, description }) => ({
    kind: "page",
    path: paths.programme(slug),
    summary: description,
  }));
  yield* entriesOf(blog, (post) => ({
    kind: "story",
    path: paths.blogPost(post.slug),
    summary: post.introduction,
    html: `${post.html} ${post.tags.join(", ")}`,
    date: post.publish_date,
  }));
  yield* entriesOf(announcements, ({ slug, summary, date }) => ({
    kind: "announcement",
    path: paths.announcement(slug),
    summary,
    date,
  }));
  yield* entriesOf(pages, ({ slug, description }) => ({
    kind: "page",
    path: `/${slug}`,
    summary: description,
  }));
}

function* listDocuments(): Generator<SearchDocument> {
  for (const { id, question, answer } of questions) {
    const path = `/faq#${id}`;
    yield documentOf({ kind: "question", path, title: question, summary: answer, html: "" });
  }
  for (const { id, title, description } of downloads) {
    const file = mediaFiles[id];
    if (!file) continue;
    const summary = `${description} (${file.fileType}, ${file.fileSize})`;
    yield documentOf({ kind: "download", path: file.downloadLink, title, summary, html: "" });
  }
}

/** Every page of the content, for the server's search index. */
export async function* searchDocuments(): AsyncGenerator<SearchDocument> {
  const seen = new Set<string>();
  for await (const document of entryDocuments()) {
    seen.add(document.path);
    yield document;
  }
  yield* listDocuments();
  for (const { path } of staticPaths()) {
    if (seen.has(prefix + path)) continue;
    const document = await renderedPage(path);
    if (document) yield document;
  }
}
