import { locale } from "../../content/words/en/language.json";
import { told, line as words } from "../../content/words/en/offline.json";
import { formActions } from "../../shared/forms/form-names.ts";
import { bottomBar, element } from "../components/feedback/bottom-bar.ts";
import { loadViews } from "../components/streaming/streamed.tsx";
import { keepPage } from "../data/kept-pages.ts";
import { type KeptForm, removeKept, sendKept, watchKept } from "../data/outbox.ts";
import { siteHref } from "../format/hrefs.ts";
import { matchSite } from "../router/match-route.ts";
import { contentQuery } from "../router/page-content.ts";

const WORKER = "/service-worker.js";

/** The time after which a page counts as read. */
const READ_MS = 2_000;

const shownUrl = () => window.location.href.replace(/#.*/, "");

/** Keeps the page that is shown once the visitor has read it. */
function keepShownPage(): void {
  const url = shownUrl();
  setTimeout(async () => {
    if (shownUrl() !== url) return;
    // The copy may have data for views that are static HTML in the server's page, so load the code of all views.
    await loadViews().catch(() => {});
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname);
    const list = siteHref("/offline");
    const { pathname, search } = window.location;
    const data = contentQuery(matchSite(pathname, search))?.key ?? null;
    const title = document.querySelector("title")?.innerHTML.replace(/ \|.*/, "");
    const date = new Date().toLocaleDateString(locale, { day: "numeric", month: "long" });
    const item = `<li><a href="${url}">${title}</a> <span>${date}</span></li>`;
    const saved = words.saved.replace("{date}", date);
    // `data-kept` marks a kept copy: client/data/browser-queries.ts treats the data of such a page as old.
    const line = `<p class="kept-line" data-kept="">${saved}<span>${words.offline}</span> <a href="${list}">${words.list}</a></p>`;
    // Rejects without a network.
    await keepPage({ url, list, data, item, line, loaded }).catch(() => {});
  }, READ_MS);
}

/** The keys of the forms whose result this page has already shown. */
const toldOf = new Set<string>();

/** The live region that holds the bars. Screen readers announce a change only in a live region that exists already. */
const region = element("div", { className: "bars" });
region.setAttribute("role", "status");

/** Shows the result of each form once, however often the outbox is read. */
async function tell(forms: readonly KeptForm[]): Promise<void> {
  for (const { key, form, state, at } of forms) {
    const action = siteHref(formActions[form]);
    // The form on this page shows its own result.
    if (document.querySelector(`form[action="${action}"]`)) continue;
    if (state === "waiting" || toldOf.has(key)) continue;
    toldOf.add(key);
    const date = new Date(at).toLocaleDateString(locale, { dateStyle: "long" });
    const text = element("p", { textContent: told[state].replace("{date}", date) });
    const link = element("a", { href: action, textContent: told.open });
    bottomBar(region, element("div", {}), text, ...(state === "refused" ? [link] : []));
    if (state === "sent") await removeKept(key);
  }
}

/** Starts everything for a visitor without a network: the service worker, kept pages, and the outbox of forms. */
export function start(): void {
  document.body.append(region);
  // The browser's data saver is on, but switched off for this site: pages under data saver have no scripts.
  const savesData = Reflect.get(Reflect.get(navigator, "connection") ?? {}, "saveData") === true;
  const keepsPages = !savesData && "serviceWorker" in navigator;
  // The second policy that the CSP allows (server/http/headers.ts). It returns one fixed URL.
  const policy = Reflect.get(globalThis, "trustedTypes")?.createPolicy("service-worker", {
    createScriptURL: () => WORKER,
  });
  const url = policy?.createScriptURL(WORKER) ?? WORKER;
  // Registers client/service-worker/worker.ts. Without a worker the site works online as before.
  if (keepsPages) navigator.serviceWorker.register(url).catch(() => {});
  const arrive = () => {
    void sendKept().then(tell);
    if (keepsPages) keepShownPage();
  };
  arrive();
  watchKept(tell);
  // Sent by client/layout/page-outlet.tsx. A slow network that lets requests time out is never offline, so it sends no `online` event.
  window.addEventListener("arrive", () => {
    document.querySelector("[data-kept]")?.remove();
    arrive();
  });
  window.addEventListener("online", () => document.querySelector("[data-kept] span")?.remove());
}
