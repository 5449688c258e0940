import { code } from "../../content/words/en/language.json";
import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import { type PageQuery, UNAVAILABLE } from "../data/queries.ts";
import { siteHref } from "../format/hrefs.ts";
import { type AbsentPage, type HeadContext, headOf, type OpenPage, type PageUrl } from "../page.ts";
import { pageContent } from "../page-content.ts";
import { headContext, routePath, type SiteMatch } from "./match-route.ts";

/** Returns the documents from the server's memory. The browser gets them from `/bff`, so that its scripts do not list them. */
function readDocuments(siteData: SiteData, { route, params }: SiteMatch) {
  if (!import.meta.env.SSR || route.content === undefined) return Promise.resolve(UNAVAILABLE);
  const language = code === "sw" ? "sw" : "en";
  return siteData.content({ language, selection: pageContent[route.content], params });
}

/** Returns the query for the documents of a page; null for a page without content. The page is unknown until its code is loaded. */
export function contentQuery(match: SiteMatch, page?: OpenPage): PageQuery<unknown> | null {
  if (match.route.content === undefined) return null;
  return {
    key: `/bff/view/content?page=${encodeURIComponent(siteHref(routePath(match)))}`,
    tags: ["content"],
    run: (siteData) => readDocuments(siteData, match),
    role: "content",
    ...(page?.inBrowser ? { inBrowser: page.inBrowser } : { keepsHtml: "always" }),
  };
}

/** Returns the view of a URL that names nothing, such as an entry that does not exist; null for any other URL. */
export function absentPageOf(
  page: OpenPage,
  outcome: Outcome<unknown> | null,
  { params, search }: PageUrl,
): AbsentPage | null {
  if (outcome?.kind === "not-found") return page.noEntry ?? null;
  if (outcome?.kind !== "ok") return null;
  return page.absent?.({ params, search, content: outcome.data }) ?? null;
}

/** Returns the head of a page, made from its content and the data of its queries. `isAbsent`: the URL names nothing. */
export function describePage(
  page: OpenPage,
  match: SiteMatch,
  request: Omit<HeadContext, "path" | "content" | keyof PageUrl> & { pathname: string },
) {
  const { pathname, ...given } = request;
  const query = contentQuery(match);
  const outcome = query && given.peek(query);
  if (outcome?.kind === "unavailable") throw new Error("the content of the page cannot be read");
  const content = outcome?.kind === "ok" ? outcome.data : null;
  const context = headContext(match, pathname, { ...given, content });
  const absent = absentPageOf(page, outcome, match);
  if (absent !== null) {
    const head = { ...absent.head, canonicalPath: context.path, noindex: true };
    return { head, context, isAbsent: true };
  }
  return { head: headOf(page, context), context, isAbsent: false };
}
