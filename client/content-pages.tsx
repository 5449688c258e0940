import { renderToStaticMarkup } from "react-dom/server";
import { code, prefix } from "../content/words/en/language.json";
import type { EntrySummary } from "../shared/content/documents.ts";
import type { EntryFolder } from "../shared/content/pages.schema.ts";
import type { SiteContent, StaticPath } from "../shared/contract/page-renderer.ts";
import type { ContentQuery, Outcome, SiteData } from "../shared/contract/site-data.ts";
import type { Language } from "../shared/languages.ts";
import type { SearchDocument } from "../shared/model/search.ts";
import { paths } from "../shared/paths.ts";
import { RequestContext } from "./data/request-context.ts";
import { createRequestStore } from "./data/server-queries.ts";
import { firstLocation, LocationContext } from "./navigation.ts";
import { matchSite } from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import { contentQuery, describePage } from "./router/page-content.ts";
import { routes } from "./routes.tsx";

/** Routes for a single visitor or for staff, which the site map leaves out. */
const UNLISTED = ["/developers/try", "/your-data", "/donate/pledge", "/offline", "/search"];

/** The folders with pages of their own, in the order of the site map. */
const FOLDERS = ["programmes", "projects", "announcements", "blog", "pages"] as const;

const KINDS: Readonly<Record<EntryFolder, SearchDocument["kind"]>> = {
  programmes: "page",
  projects: "project",
  announcements: "announcement",
  blog: "story",
  pages: "page",
};

/** Returns the path of an entry's page. */
function pathOf(folder: EntryFolder, entry: { slug: string }): string {
  const { slug } = entry;
  if (folder === "programmes") return paths.programme(slug);
  if (folder === "projects") return paths.project(entry as EntrySummary<"projects">);
  if (folder === "announcements") return paths.announcement(slug);
  return folder === "blog" ? paths.blogPost(slug) : `/${slug}`;
}

/** Returns the entries of all folders, each with the path of its page. */
const entriesOf = ({ documents }: SiteContent) =>
  FOLDERS.flatMap((folder) =>
    documents[folder].map((entry) => ({ folder, entry, path: pathOf(folder, entry) })),
  );

const dateOf = (entry: object): string | null => {
  if ("publish_date" in entry) return String(entry.publish_date);
  return "date" in entry ? String(entry.date) : null;
};

const summaryOf = (entry: object): string => {
  if ("introduction" in entry) return String(entry.introduction);
  if ("summary" in entry) return String(entry.summary);
  return "description" in entry ? String(entry.description) : "";
};

/** Returns the routes without parameters, then the entries of the content. */
export function staticPaths(content: SiteContent): StaticPath[] {
  const { categories } = content.documents["blog-categories"];
  const plain = routes
    .map(({ path }) => path)
    .filter((path) => !/[:*]|^\/staff/.test(path) && !UNLISTED.includes(path))
    .concat(categories.map(({ slug }) => paths.blogCategory(slug)));
  const others = entriesOf(content).filter(({ path }) => !plain.includes(path));
  return [
    ...plain.map((path) => ({ path, lastModified: null })),
    ...others.map(({ path, entry }) => ({ path, lastModified: dateOf(entry) })),
  ];
}

/** The fields shared by all documents in the language of the build that have no date. */
const ours = { language: code, date: null, tags: "" };

/** Data that never arrives, so that pages render their fallback in place of data from the source. */
const noData = new Proxy({} as SiteData, { get: () => () => new Promise(() => {}) });

/** Returns data of which only the content arrives. */
const contentAlone = (site: SiteContent): SiteData =>
  Object.assign(Object.create(noData), {
    content: async (query: ContentQuery): Promise<Outcome<unknown>> => {
      const data = site.select(query);
      const at = new Date(0).toISOString();
      if (data === null) return { kind: "not-found" };
      return { kind: "ok", data, meta: { now: at, fetchedAt: at, stale: false } };
    },
  });

/** Removes elements that say nothing about the page's subject, and replaces tags that separate words by a space. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(nav|form|button|svg|script|style|noscript)\b[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<\/?(?!\/?(?:a|b|i|em|strong|abbr|time)\b)[^>]*>/g, " ");

/** Renders a page that has no entry of its own, without header and footer; null when search engines must not index it. */
async function renderedPage(path: string, site: SiteContent): Promise<SearchDocument | null> {
  const match = matchSite(prefix + path, "");
  const page = await openPage(match.route);
  const store = createRequestStore({ siteData: contentAlone(site), requestId: "" });
  const query = contentQuery(match, page);
  const outcome = query && (await store.entry(query).promise);
  const content = outcome?.kind === "ok" ? outcome.data : null;
  const { params, search } = match;
  const { title, description, noindex } = describePage(page, match, {
    pathname: path,
    peek: store.peek,
    frame: site.frame,
    data: null,
  }).head;
  if (noindex) return null;
  const html = renderToStaticMarkup(
    <LocationContext value={firstLocation(prefix + path, "")}>
      <RequestContext
        value={{
          store,
          frame: site.frame,
          content: site,
          origin: "",
          form: null,
          takesPayments: false,
        }}
      >
        <page.Page params={params} search={search} content={content} data={null} />
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
export async function* searchDocuments(
  _: Language,
  site: SiteContent,
): AsyncGenerator<SearchDocument> {
  const entries = entriesOf(site);
  for (const { folder, entry, path } of entries) {
    yield {
      kind: KINDS[folder],
      path: prefix + path,
      title: entry.title,
      summary: summaryOf(entry),
      date: dateOf(entry),
      // An entry that is not translated is in English.
      language: entry.language ?? code,
      html: site.entry(folder, entry.slug)?.html ?? "",
      tags: "tags" in entry ? entry.tags.join(", ") : "",
    };
  }
  const { faq, "media-resources": downloads, "media-files": files } = site.documents;
  for (const { id, question, answer } of faq.items) {
    const path = `${prefix}/faq#${id}`;
    yield { ...ours, kind: "question", path, title: question, summary: answer, html: "" };
  }
  for (const { id, title, description } of downloads.items) {
    const file = files[id];
    if (!file) continue;
    const summary = `${description} (${file.fileType}, ${file.fileSize})`;
    yield { ...ours, kind: "download", path: file.downloadLink, title, summary, html: "" };
  }
  for (const { path } of staticPaths(site)) {
    if (entries.some((entry) => entry.path === path)) continue;
    const document = await renderedPage(path, site);
    if (document) yield document;
  }
}
