import { request as httpRequest } from "node:http";
import t from "tap";
import { breakouts } from "../../fixtures/hostile/breakouts.ts";
import { payloads } from "../../fixtures/hostile/payloads.ts";
import { hostileUrls } from "../../fixtures/hostile/urls.ts";
import {
  type HostileSite,
  POLICIES,
  startHostileSite,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";
import { launchWatchedBrowser, type WatchedBrowser } from "../../setup/hostile/hostile-watch.ts";

let browser: WatchedBrowser;
let place: HostileSite;
t.before(async () => {
  browser = await launchWatchedBrowser();
  place = await startHostileSite({ news: [], events: [] });
});
t.teardown(async () => {
  await browser.close();
  await place.close();
});

/** Every URL of the site that reads something from itself, with a text in all of those places. */
const URLS: readonly ((text: string) => string)[] = [
  (p) => `/news-events?type=${p}&category=${p}&tag=${p}&page=${p}&past=${p}&q=${p}#${p}`,
  (p) => `/news-events?category=${p}&tag=${p}`,
  (p) => `/donate?amount=${p}&custom=${p}&currency=${p}&frequency=${p}&sent=${p}`,
  (p) => `/get-involved?form=volunteer&reference=${p}&${p}=1`,
  (p) => `/get-involved?form=${p}&reference=${p}`,
  (p) => `/contact-us?sent=${p}&name=${p}&subject=${p}`,
  (p) => `/projects?status=${p}&category=${p}`,
  (p) => `/news-events/gallery?category=${p}&photo=${p}`,
  (p) => `/testimonials?category=${p}`,
  (p) => `/media-resources?type=${p}`,
  (p) => `/?next=${p}&url=${p}&redirect=${p}&callback=${p}`,
  (p) => `/news-events/announcements?page=${p}`,
  ...["/", "/no/such/", "/blog/", "/blog/tag/", "/blog/category/", "/our-work/", "/events/"].map(
    (room) => (p: string) => room + p,
  ),
  ...["/news-events/news/", "/news-events/announcements/", "/projects/current/"].map(
    (room) => (p: string) => room + p,
  ),
  (p) => `/projects/${p}/mtambani-wash`,
];
const texts = [...breakouts, ...hostileUrls];

for (const [how, options] of POLICIES) {
  t.test(`${how}, nothing in an address does more than name a page`, async (t) => {
    const { page, tryAll, report, close } = await watchSite({ browser, place, ...options });
    const found: string[] = [];
    for (const [index, text] of texts.entries()) {
      const address = URLS[index % URLS.length]?.(encodeURIComponent(text)) ?? "/";
      const response = await page.goto(place.url + address, { waitUntil: "load" });
      const { "set-cookie": cookie } = response?.headers() ?? {};
      const hasResponse = [200, 400, 404].includes(response?.status() ?? 0) && cookie === undefined;
      if (!hasResponse) found.push(`${address}: ${response?.status()} ${cookie}`);
      await tryAll();
      found.push(...report().map((what) => `${address}: ${what}`));
    }
    t.same([...found, ...(await close())], []);
  });
}

const FORMS = [
  "/contact-us",
  "/get-involved?form=volunteer",
  "/get-involved?form=partner",
  "/donate",
];

for (const [how, options, given] of [
  [...POLICIES[0], breakouts],
  [...POLICIES[1], payloads.map(({ html }) => html)],
] as const) {
  t.test(`${how}, a form that comes back holds what was typed as text`, async (t) => {
    const { page, tryAll, report, close } = await watchSite({ browser, place, ...options });
    const found: string[] = [];
    let [from, posts] = [0, 0];
    while (from < given.length) {
      const path = FORMS[posts % FORMS.length] ?? "";
      await page.goto(place.url + path, { waitUntil: "load" });
      // React takes the form over first: an option put in before would be a fault of this test.
      await tryAll();
      // As a browser without scripts posts it, with nothing checked beforehand.
      const responded = page.waitForResponse((response) => response.request().method() === "POST");
      const loaded = page.waitForEvent("load");
      const filled = await page.evaluate(
        (typed) => {
          const form = [...document.querySelectorAll<HTMLFormElement>("main form")].find((one) =>
            one.checkVisibility(),
          );
          if (!form) throw new Error("no form");
          let used = 0;
          for (const field of form.elements) {
            const next = typed[used] ?? "";
            const isText =
              field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
            const isChoice = field instanceof HTMLSelectElement;
            if (isText && field.type === "hidden") continue;
            if (isChoice) field.append(new Option(next, next, true, true));
            else if (isText) field.value = next;
            else continue;
            used += 1;
          }
          HTMLFormElement.prototype.submit.call(form);
          return used;
        },
        given.slice(from, from + 12),
      );
      const status = (await responded).status();
      await loaded;
      if (status !== 422) found.push(`${path}: ${status}`);
      await tryAll();
      found.push(...report().map((what) => `${path} from ${from}: ${what}`));
      from += filled;
      posts += 1;
    }
    t.ok(posts > 3);
    t.same([...found, ...(await close())], []);
  });
}

/** The response to a path sent letter by letter, as no browser would. */
const rawResponse = (path: string) =>
  new Promise<{ status: number; location: string; cookie: unknown; type: string }>(
    (resolve, reject) => {
      const request = httpRequest(place.url, { path, headers: { accept: "text/html" } });
      request.on("error", reject);
      request.on("response", ({ statusCode = 0, headers, ...response }) => {
        const { location = "", "set-cookie": cookie, "content-type": type = "" } = headers;
        resolve({ status: statusCode, location, cookie, type });
        void response;
        request.destroy();
      });
      request.end();
    },
  );

t.test("no URL of the site leads to another site", async (t) => {
  const disguised = [
    ...[
      "//canary.test/",
      "//canary.test",
      "///canary.test/",
      "/\\canary.test/",
      "\\\\canary.test/",
    ],
    ...["/%5Ccanary.test/", "/%2F%2Fcanary.test/", "/%2Fcanary.test/", "/.//canary.test/"],
    ...["//canary.test/%2e%2e/", "/..//canary.test/", "/%09/canary.test/", "/;//canary.test/"],
    ...["/news-events//canary.test/", "/https://canary.test/", "/https:canary.test/"],
    ...[
      "/contact/?x=//canary.test/",
      "/contact?next=https://canary.test/",
      "//canary.test/contact",
    ],
    ...["/faq/?%0d%0aSet-Cookie:%20owned=1", "/faq%0d%0aLocation:%20https://canary.test/"],
    ...["/faq/%0d%0aSet-Cookie:owned=1/", "/faq/%E5%98%8D%E5%98%8ASet-Cookie:owned=1/"],
  ];
  for (const path of disguised) {
    const { status, location, cookie } = await rawResponse(path);
    const target = new URL(location, place.url);
    t.equal(target.origin, place.url, `${path}: ${status} ${location}`);
    t.equal(cookie, undefined, path);
    t.ok(status < 500, `${path}: ${status}`);
  }
});

t.test("what the JSON side says of a hostile question is no page", async (t) => {
  for (const text of texts.map(encodeURIComponent)) {
    for (const path of [
      `/bff/news/${text}`,
      `/bff/news?cursor=${text}&limit=${text}`,
      `/bff/${text}`,
    ]) {
      const response = await fetch(place.url + path, { redirect: "manual" });
      const type = response.headers.get("content-type") ?? "";
      const isText = /^application\/(?:problem\+)?json/.test(type);
      if (!isText || response.headers.get("x-content-type-options") !== "nosniff")
        t.fail(`${path}: ${response.status} ${type}`);
    }
  }
  t.pass();
});
