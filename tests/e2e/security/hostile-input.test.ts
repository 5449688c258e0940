import t from "tap";
import { breakouts } from "../../fixtures/hostile/breakouts.ts";
import { sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { hostileUrls } from "../../fixtures/hostile/urls.ts";
import {
  type HostileSite,
  POLICIES,
  startHostileSite,
  watchSite,
} from "../../setup/hostile/hostile-scene.ts";
import { every, isWhole } from "../../setup/whole.ts";

let place: HostileSite;
t.before(async () => {
  place = await startHostileSite({ news: [], events: [] });
});
t.teardown(() => place.close());

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
/** The addresses with one of the texts each; in `npm run test:all` with every text. */
const addresses = (isWhole ? texts : every(3, texts).slice(0, URLS.length)).map(
  (text, index) => URLS[index % URLS.length]?.(encodeURIComponent(text)) ?? "/",
);

for (const [how, options] of POLICIES) {
  t.test(`${how}, nothing in an address does more than name a page`, async (t) => {
    const { page, tryAll, report, close } = await watchSite({ place, ...options });
    const found: string[] = [];
    for (const address of addresses) {
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

/** Puts a text in each field of the form that is seen and posts it, as a browser without scripts does. */
function post(typed: readonly string[]): number {
  const form = [...document.querySelectorAll<HTMLFormElement>("main form")].find((one) =>
    one.checkVisibility(),
  );
  if (!form) throw new Error("no form");
  let used = 0;
  for (const field of form.elements) {
    const next = typed[used] ?? "";
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    const isChoice = field instanceof HTMLSelectElement;
    if (isText && field.type === "hidden") continue;
    if (isChoice) field.append(new Option(next, next, true, true));
    else if (isText) field.value = next;
    else continue;
    used += 1;
  }
  HTMLFormElement.prototype.submit.call(form);
  return used;
}

for (const [how, options, given] of [
  [...POLICIES[0], every(8, breakouts)],
  [...POLICIES[1], sampledPayloads.map(({ html }) => html)],
] as const) {
  t.test(`${how}, a form that comes back holds what was typed as text`, async (t) => {
    const { page, tryAll, report, close } = await watchSite({ place, ...options });
    const found: string[] = [];
    // Each form at least once.
    for (let from = 0, posts = 0; from < given.length || posts < FORMS.length; posts += 1) {
      const path = FORMS[posts % FORMS.length] ?? "";
      await page.goto(place.url + path, { waitUntil: "load" });
      // React takes the form over first: an option put in before would be a fault of this test.
      await tryAll();
      const typed = Array.from({ length: 12 }, (_, index) => given[(from + index) % given.length]);
      const responded = page.waitForResponse((response) => response.request().method() === "POST");
      const loaded = page.waitForEvent("load");
      from += await page.evaluate(post, typed.map(String));
      const status = (await responded).status();
      await loaded;
      if (status !== 422) found.push(`${path}: ${status}`);
      await tryAll();
      found.push(...report().map((what) => `${path} up to ${from}: ${what}`));
    }
    t.same([...found, ...(await close())], []);
  });
}
