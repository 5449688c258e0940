import { locale } from "../../content/words/en/language.json";
import { told, line as words } from "../../content/words/en/offline.json";
import { formActions } from "../../shared/forms/form-names.ts";
import { bottomBar, element } from "../components/feedback/bottom-bar.ts";
import { loadViews } from "../components/streaming/streamed.tsx";
import { keepPage } from "../data/kept-pages.ts";
import { type KeptForm, removeKept, sendKept, watchKept } from "../data/outbox.ts";
import { siteHref } from "../format/hrefs.ts";

const WORKER = "/service-worker.js";

/** A page left sooner was not read. */
const READ_MS = 2_000;

const shownUrl = () => window.location.href.replace(/#.*/, "");

/** Keeps the page that is shown once it has been read. */
function keepShownPage(): void {
  const url = shownUrl();
  setTimeout(async () => {
    if (shownUrl() !== url) return;
    // The copy may have data for views that the server's HTML did without.
    await loadViews().catch(() => {});
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname);
    const list = siteHref("/offline");
    const title = document.querySelector("title")?.innerHTML.replace(/ \|.*/, "");
    const date = new Date().toLocaleDateString(locale, { day: "numeric", month: "long" });
    const item = `<li><a href="${url}">${title}</a> <span>${date}</span></li>`;
    const saved = words.saved.replace("{date}", date);
    const line = `<p class="sample-notice kept-line">${saved}<span>${words.offline}</span> <a href="${list}">${words.list}</a></p>`;
    // Rejected without a network.
    await keepPage({ url, list, item, line, loaded }).catch(() => {});
  }, READ_MS);
}

/** Keys of the forms that this page has told of. */
const toldOf = new Set<string>();

/** The live region that bars are put into: screen readers say what changes in one that is there already. */
const region = element("div", { className: "bars" });
region.setAttribute("role", "status");

/** Tells what became of the forms: once, however often they are read. */
async function tell(forms: readonly KeptForm[]): Promise<void> {
  for (const { key, form, state, at } of forms) {
    const action = siteHref(formActions[form]);
    // The form tells it itself.
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

/** Whatever a visitor without a network needs: the worker, the pages read, the forms that wait. */
export function start(): void {
  document.body.append(region);
  // The browser's data saver, switched off for this site: pages under data saver have no scripts.
  const savesData = Reflect.get(Reflect.get(navigator, "connection") ?? {}, "saveData") === true;
  const keepsPages = !savesData && "serviceWorker" in navigator;
  // The second policy that the CSP allows (server/http/headers.ts): one URL.
  const policy = Reflect.get(globalThis, "trustedTypes")?.createPolicy("service-worker", {
    createScriptURL: () => WORKER,
  });
  const url = policy?.createScriptURL(WORKER) ?? WORKER;
  // client/service-worker/worker.ts. Without one the site works as online.
  if (keepsPages) navigator.serviceWorker.register(url).catch(() => {});
  const arrive = () => {
    void sendKept().then(tell);
    if (keepsPages) keepShownPage();
  };
  arrive();
  watchKept(tell);
  // client/layout/page-outlet.tsx. A slow network that lets requests time out is never offline, so it never comes online.
  window.addEventListener("arrive", () => {
    document.querySelector(".kept-line")?.remove();
    arrive();
  });
  window.addEventListener("online", () => document.querySelector(".kept-line span")?.remove());
}
