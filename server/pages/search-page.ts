import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languageOf, PREFIXES } from "../../shared/languages.ts";
import {
  LONGEST_QUERY,
  SEARCH_KINDS,
  SEARCH_PAGE_SIZE,
  type SearchQuery,
  type SearchView,
} from "../../shared/model/search.ts";
import { requestContextOf } from "../http/request-context.ts";

/** The search of a URL. What is no kind or no page is left out: links of others may be old. */
function queryOf(url: string, lang: string): SearchQuery {
  const search = new URLSearchParams(url.split("?", 2)[1] ?? "");
  const page = search.get("page") ?? "";
  return {
    q: search.get("q") ?? "",
    kind: SEARCH_KINDS.find((kind) => kind === search.get("kind")) ?? null,
    limit: SEARCH_PAGE_SIZE,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    lang,
  };
}

/** `/search`: for one visitor, never cached. What is searched is in no log. */
export async function searchPageRoutes(app: FastifyInstance): Promise<void> {
  async function viewOf(request: FastifyRequest, reply: FastifyReply): Promise<SearchView> {
    const query = queryOf(request.url, languageOf(request.url));
    if (query.q.length > LONGEST_QUERY) return { query, results: null, status: 400 };
    const outcome = await app.siteData.dataFor(requestContextOf(request, reply)).search(query);
    return outcome.kind === "ok"
      ? { query, results: outcome.data, status: 200 }
      : { query, results: null, status: 503 };
  }
  for (const prefix of Object.values(PREFIXES))
    app.get(`${prefix}/search`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      return app.pages.renderOwn(request, reply, { found: await viewOf(request, reply) });
    });
}
