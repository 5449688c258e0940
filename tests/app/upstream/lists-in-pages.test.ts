import type { IncomingHttpHeaders } from "node:http";
import supertest from "supertest";
import t, { type Test } from "tap";
import { sendJson, startServer } from "../../fakes/misbehaving-server.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startSite } from "../../setup/site/site.ts";

const TOTAL = 83;
const SIZE = 10;
const PAGES = Math.ceil(TOTAL / SIZE);
const ROWS = Array.from({ length: TOTAL }, (_, index) => ({
  id: index + 1,
  slug: `item-${index + 1}`,
  title: `Item ${index + 1}`,
  published_at: "2026-06-01",
}));

interface Asked {
  url: URL;
  headers: IncomingHttpHeaders;
}
/** A function that responds to a request for a list with a body, or with a body and a `Link` header. */
type Style = (asked: Asked) => unknown;
interface WithLink {
  body: unknown;
  link: string[];
}
const isWithLink = (value: unknown): value is WithLink =>
  typeof value === "object" && value !== null && "link" in value;

const from = (start: number, size = SIZE) => ROWS.slice(start, start + size);
const numberOf = ({ url }: Asked, name: string, fallback: number) =>
  Number(url.searchParams.get(name) ?? fallback);
/** Builds a style with numbered pages. `parameter` is the query parameter of the page number. */
const pages =
  (
    body: (page: number, rows: typeof ROWS, asked: Asked) => unknown,
    parameter = "page",
    first = 1,
  ): Style =>
  (asked) => {
    const page = numberOf(asked, parameter, first);
    return body(page, from((page - first) * SIZE), asked);
  };
/** Builds a style whose pages have a token. */
const tokens =
  (parameter: string, body: (rows: typeof ROWS, token: string | null) => unknown): Style =>
  (asked) => {
    const start = Number(/\d+/.exec(asked.url.searchParams.get(parameter) ?? "0"));
    const token = start + SIZE < TOTAL ? `t/${start + SIZE}==` : null;
    return body(from(start), token);
  };
const later = (page: number) => (page < PAGES ? page + 1 : null);
const urlOf = ({ url }: Asked, page: number | null) => {
  if (page === null) return null;
  const next = new URL(url);
  next.searchParams.set("page", String(page));
  return next;
};

const READ: Record<string, Style> = {
  "next as a URL": pages((page, items, asked) => ({
    items,
    total: TOTAL,
    page,
    pages: PAGES,
    next: urlOf(asked, later(page)),
  })),
  "an empty last page, with no errors": pages((page, items, asked) => ({
    items,
    errors: {},
    error: { code: 0, message: "" },
    next: urlOf(asked, items.length > 0 ? page + 1 : null),
  })),
  "page and pages alone": pages((page, items) => ({ items, page, pages: PAGES })),
  "page and pages, with the rows of the page counted": pages((page, items) => ({
    items,
    page,
    pages: PAGES,
    count: items.length,
  })),
  "pages from 0": pages((page, items) => ({ items, total: TOTAL, page, pages: PAGES }), "page", 0),
  "next as a number": pages((page, items) => ({
    items,
    meta: { pagination: { page, limit: SIZE, pages: PAGES, total: TOTAL, next: later(page) } },
  })),
  "more is said, and the page": pages((page, data) => ({
    data,
    page,
    has_more: page < PAGES,
  })),
  "more is said in a word, beside an empty link": pages((page, data) => ({
    data,
    page,
    has_more: String(page < PAGES),
    next: { href: null },
  })),
  "next as an object with a page": pages((page, data) => ({
    data,
    success: true,
    count: data.length,
    pagination: page < PAGES ? { next: { page: page + 1, limit: SIZE } } : {},
  })),
  "a token whose parameter is named": tokens("cursor", (items, next) => ({
    items,
    next,
    next_param: "cursor",
  })),
  "a token named after its parameter": tokens("pageToken", (items, nextPageToken) => ({
    items,
    nextPageToken,
  })),
  "a token whose parameter is a setting": tokens("from", (items, next) => ({
    items,
    next,
    search_param: { q: "wells" },
  })),
  "Django REST": pages((page, results, asked) => ({
    count: TOTAL,
    next: urlOf(asked, later(page)),
    previous: null,
    results,
  })),
  Strapi: pages(
    (page, data) => ({
      data,
      meta: { pagination: { page, pageSize: SIZE, pageCount: PAGES, total: TOTAL } },
    }),
    "pagination[page]",
  ),
  "Strapi by rows": (asked) => {
    const start = numberOf(asked, "pagination[start]", 0);
    const limit = numberOf(asked, "pagination[limit]", SIZE);
    const pagination = { start, limit, total: TOTAL };
    return { data: from(start, limit), meta: { pagination } };
  },
  "offset and limit": (asked) => {
    const offset = numberOf(asked, "offset", 0);
    return { items: from(offset), total: TOTAL, offset, limit: SIZE };
  },
  "Link, relative": pages((page, body) => ({
    body,
    link: [`<?page=1>; rel="first"${page < PAGES ? `, <?page=${page + 1}>; rel="next"` : ""}`],
  })),
  "Link, in two headers": pages((page, body) => ({
    body,
    link: ["<?page=1>; rel=first", ...(page < PAGES ? [`<?page=${page + 1}>; rel=next`] : [])],
  })),
  "links.next.href": pages((page, data) => ({
    data,
    links: { next: page < PAGES ? { href: `?page=${page + 1}` } : null },
  })),
  "a total that counts drafts": pages((page, items) => ({ items, total: TOTAL + 2, page })),
};

const always = (given: (asked: Asked) => object) =>
  pages((page, items, asked) => ({
    items,
    total: TOTAL,
    page,
    ...given(asked),
  }));
const FAULTS: Record<string, [style: Style, says: string]> = {
  "an announced total alone": [
    () => ({ items: from(0), total: TOTAL }),
    "10 of 83 rows: nothing leads to the others",
  ],
  "a page that says it is the last": [
    () => ({ items: from(0), total: TOTAL, page: 1, pages: 1 }),
    "10 of 83 rows: nothing leads to the others",
  ],
  "a token without a name": [
    () => ({ items: from(0), total: TOTAL, next: "abc" }),
    "10 of 83 rows: the next page is a token, and nothing names its parameter",
  ],
  "another origin": [
    always(() => ({ next: "http://127.0.0.2:9/api/news/?key=secret" })),
    "10 of 83 rows: the next page is on another origin, http://127.0.0.2:9/api/news/",
  ],
  "the same page again": [always(({ url }) => ({ next: url })), "10 of 83 rows: its pages repeat"],
  "a parameter that is ignored": [
    () => ({ items: from(0), total: TOTAL, page: 1, pages: PAGES }),
    "20 of 83 rows: its pages repeat",
  ],
  "a page that fails": [
    pages((page, items) => (page === 1 ? { items, total: TOTAL, page, pages: PAGES } : { no: 1 })),
    "10 of 83 rows: page 2 holds no list",
  ],
  "more is said, and no way": [
    () => ({ items: from(0), has_more: true }),
    "10 of more rows: nothing says how to request the next page",
  ],
  "more is said in an object": [
    () => ({ items: from(0), count: SIZE, next: { cursor: "abc" } }),
    "10 of 10 rows: nothing says how to request the next page",
  ],
  "more is said as GraphQL does": [
    () => ({ items: from(0), pageInfo: { hasNextPage: true, endCursor: "abc" } }),
    "10 of more rows: nothing says how to request the next page",
  ],
  "pages without an end": [
    (asked) => {
      const page = numberOf(asked, "page", 1);
      return {
        items: [{ id: page, slug: `s-${page}`, title: "Row" }],
        next: urlOf(asked, page + 1),
      };
    },
    "50 of more rows: it has more than 50 pages",
  ],
};

/** Starts a site over a source that sends the list of news in the given style. */
async function scene(t: Test, style: Style, env: Record<string, string> = {}) {
  const source = await startServer(({ url: path = "", headers }, response) => {
    const url = new URL(path, source.url);
    const answer = url.pathname.startsWith("/v2/api/news/")
      ? style({ url, headers })
      : { items: [] };
    if (isWithLink(answer)) response.setHeader("link", answer.link);
    sendJson(response, 200, isWithLink(answer) ? answer.body : answer);
  });
  const site = await startSite({ contentApiUrl: `${source.url}/v2`, env });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  const get = (path: string) => supertest(site.url).get(path);
  return { source, get };
}

t.test("a list in pages is read to its end, in every usual style", async (t) => {
  const found: Record<string, unknown> = {};
  for (const [name, style] of Object.entries(READ)) {
    const isSet = name.endsWith("setting");
    const { get } = await scene(t, style, isSet ? { CONTENT_API_NEXT_PARAMETER: "from" } : {});
    const { body, text } = await get("/bff/news");
    found[name] = body.meta?.total ?? text;
  }
  t.same(found, Object.fromEntries(Object.keys(READ).map((name) => [name, TOTAL])));
});

t.test("a list that is not read to its end is a fault, with what was read of it", async (t) => {
  for (const [name, [style, says]] of Object.entries(FAULTS)) {
    const { source, get } = await scene(t, style);
    t.equal((await get("/bff/news")).status, 502, name);
    t.ok(source.requests.length <= 50);
    const { source: check } = (await get("/health/ready")).body.parts;
    t.match(check, { state: "degraded", data: { news: { fault: "incomplete" } } }, name);
    t.match(check.why, says, name);
    t.notMatch(check.why, "secret");
    t.match((await get("/bff/sources").set(OPERATOR)).text, says);
  }
});

t.test("a total above the number of rows sent is reported", async (t) => {
  const { get } = await scene(t, () => ({ items: ROWS, total: TOTAL + 2 }));
  await get("/bff/news");
  t.match((await get("/health/ready")).body.parts.source.why, "(83 of 85 rows)");
});

t.test("a list that is far too long is cut and reported", async (t) => {
  const items = Array.from({ length: 10_001 }, (_, id) => ({ id, slug: `s-${id}`, title: "Row" }));
  const { get } = await scene(t, () => ({ items }));
  t.equal((await get("/bff/news")).body.meta.total, 10_000);
  t.match((await get("/health/ready")).body.parts.source.why, "10000 of 10001 rows");
});

t.test("nearly ten thousand rows with texts are cached like any list", async (t) => {
  const summary = "word ".repeat(200);
  const items = Array.from({ length: 1_900 }, (_, id) => ({
    id,
    slug: `s-${id}`,
    title: "A",
    summary,
  }));
  let requests = 0;
  const { get } = await scene(t, ({ url }) => {
    requests += 1;
    const page = Number(url.searchParams.get("page") ?? 1);
    const ids = items.map((item) => ({ ...item, id: page * 1e4 + item.id }));
    return { items: ids, next_page: page < 5 ? page + 1 : null };
  });
  for (const limit of [1, 2])
    t.equal((await get(`/bff/news?limit=${limit}`)).body.meta.total, 9_500);
  t.equal(requests, 5);
});
