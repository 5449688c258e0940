import type { Call } from "./http-client.ts";

/** Page URLs that no page of the site links to. */
export const PAGE_URLS: readonly string[] = [
  ...["/no/such/page", "/about-us/", "/about-us/?a=1", "//example.org/", "/about-us?utm=1"],
  ...["/ABOUT-US", "/news-events/news/no-such-item", "/events/no-such-event", "/blog/none"],
  ...["/projects/current/none", "/projects/past/menstrual-justice", "/our-work/none"],
  ...["/news-events/announcements/none", "/blog/category/none", "/blog/tag/none", "/problems/none"],
  ...[
    "/news-events?type=none",
    "/news-events?page=0",
    "/news-events?page=99",
    "/news-events?past=2",
  ],
  ...["/news-events?past=99", "/news-events?category=Community", "/news-events?category=none"],
  ...["/news-events?tag=Bunju&type=news", "/news-events?tag=%3Cb%3E", "/?complete=1"],
  ...["/news-events?complete=1&type=news", "/projects?status=none", "/projects?category=none"],
  ...["/news-events/announcements?page=2", "/news-events/announcements?page=99"],
  ...["/news-events/gallery?category=none", "/news-events/gallery?photo=none"],
  ...["/get-involved?form=partner", "/get-involved?form=volunteer", "/contact-us?sent=1"],
  ...["/get-involved?form=volunteer&reference=V-7K3M-2Q9F", "/testimonials?category=none"],
  ...["/get-involved?form=partner&reference=none", "/media-resources?type=none"],
  ...["/donate?amount=50&currency=USD&frequency=monthly", "/donate?custom=12.50&currency=TZS"],
  ...["/donate?sent=1&amount=50&currency=USD&frequency=one-time", "/donate?custom=none"],
  ...["/staff/events", "/staff/sources", "/your-data", "/%00", "/%E0%A4%A"],
  ...["/news-events/news/%2e%2e%2fcontacts", "/events/no-such-event.ics", "/social/none.png"],
  ...["/social/en/site.png", "/.env", "/assets/none.js", "/files/none.pdf"],
];

/** Files and reports that machines request; those that pages link to are recorded with the pages. */
export const MACHINE_URLS: readonly string[] = [
  ...["/robots.txt", "/.well-known/security.txt", "/.well-known/api-catalog", "/site.webmanifest"],
  ...["/favicon.svg", "/apple-touch-icon.png", "/icon-192.png", "/icon-512.png"],
  ...["/icon-maskable-512.png", "/favicon.ico", "/feed.xml", "/atom.xml", "/feed.json"],
  ...["/blog/feed.xml", "/blog/atom.xml", "/blog/feed.json", "/events.ics"],
  ...["/health/live", "/health/ready", "/health", "/bff", "/bff/openapi.json", "/bff/docs"],
  ...["/bff/docs/static/index.css", "/bff/docs/static/swagger-initializer.js", "/bff/docs/none"],
  ...["/bff/form-token", "/bff/sources", "/bff/none"],
];

const LISTS = ["/bff/news", "/bff/events", "/bff/feed/news", "/bff/feed/events"];
const ITEMS = [
  ...["/bff/news/a-tap-everyone-can-reach", "/bff/news/id/1", "/bff/news/none"],
  ...["/bff/news/id/999", "/bff/news/..%2Fsecret", "/bff/news/a%00b", "/bff/events/open-day-bunju"],
  ...["/bff/events/wash-forum-bagamoyo", "/bff/events/id/3", "/bff/events/none"],
  ...["/bff/events/id/999", "/bff/events/..%2Fsecret", "/bff/news/id/", "/bff/news/"],
];

/** Reads below `/bff`, with parameters that are good and bad. */
export const API_URLS: readonly string[] = [
  ...LISTS,
  ...ITEMS,
  ...ITEMS.slice(0, 2).map((path) => `${path}?fields=id,title,publishedAt`),
  ...["/bff/events/id/3?fields=id,title,startsAt", "/bff/events/id/3?fields=none"],
  ...[...LISTS, ...ITEMS.slice(0, 2)].map((path) => `${path}?none=1`),
  ...["1", "100", "0", "101", "-1", "1.5", "none", ""].map((limit) => `/bff/news?limit=${limit}`),
  ...["limit=1&limit=2", "cursor=none", "cursor=", "category=Community", "category=COMMUNITY"].map(
    (query) => `/bff/news?${query}`,
  ),
  ...["category=none", "tag=bunju", "tag=", "tag=%20", "fields=slug,title&limit=2"].map(
    (query) => `/bff/news?${query}`,
  ),
  ...["fields=", "fields=titel", "fields=title,title", "tag=Bunju&category=Community"].map(
    (query) => `/bff/news?${query}`,
  ),
  ...["when=past", "when=all&limit=100", "when=upcoming", "when=none", "limit=0"].map(
    (query) => `/bff/events?${query}`,
  ),
  ...["cursor=none", "fields=slug,startsAt", "when=all&fields=none"].map(
    (query) => `/bff/events?${query}`,
  ),
  ...["page=2", "page=99", "page=0", "page=none", "category=Community", "tag=inclusion"].map(
    (query) => `/bff/feed/news?${query}`,
  ),
  ...["past=2", "past=99", "past=0", "past=none"].map((query) => `/bff/feed/events?${query}`),
];

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...["text/csv", "text/html", "application/json;q=0", "application/*"].map((accept) => ({
    accept,
  })),
  { origin: "https://other.example" },
  { "if-none-match": "*" },
  { "if-none-match": '"none"' },
  { "accept-encoding": "br;q=0, gzip;q=0.5" },
  { "accept-encoding": "zstd" },
  { range: "bytes=0-99" },
  { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" },
  { "user-agent": "Googlebot/2.1" },
  { "x-forwarded-for": "203.0.113.7" },
];
const ONE_OF_A_KIND = ["/about-us", "/bff/news?limit=1", "/feed.xml", "/files/logo-pack.zip"];
const METHODS = ["OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

/** Headers and methods that change the response, for a URL of each kind. */
export const ODD_CALLS: readonly Call[] = [
  ...[...ONE_OF_A_KIND, "/favicon.svg", "/no/such/page"].flatMap((path) =>
    HEADERS.map((headers) => ({ path, headers })),
  ),
  ...[...ONE_OF_A_KIND, "/", "/contact-us", "/no/such/page", "/bff/none", "/bff/events/id/3"]
    .concat(["/bff/contact", "/bff/openapi.json", "/sitemap.xml", "/health/ready", "/csp-reports"])
    .flatMap((path) => METHODS.map((method) => ({ method, path }))),
  { method: "OPTIONS", path: "/bff/news", headers: { origin: "https://other.example" } },
  { path: "/metrics", headers: { "x-forwarded-for": "203.0.113.7" } },
  { path: `/${"a".repeat(5_000)}` },
  { path: `/bff/${"a".repeat(5_000)}` },
  { path: "/", headers: { host: "a b" } },
  { path: "/bff/news", headers: { host: "a b" } },
  { path: "/", headers: { expect: "something" } },
  { path: "/", headers: Object.fromEntries([...Array(70).keys()].map((n) => [`x-${n}`, "1"])) },
];

/** Bytes that are no request. */
export const RAW_REQUESTS: Readonly<Record<string, string>> = {
  "no-http": "hello\r\n\r\n",
  "two-hosts": "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
  "no-host": "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
  "absolute-target": "GET http://a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  tunnel: "CONNECT a:443 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  "two-lengths":
    "POST /contact-us HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
  "large-header": `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${"a".repeat(40_000)}\r\n\r\n`,
};
