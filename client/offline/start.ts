import { locale } from "../../content/words/en/language.json";
import { told } from "../../content/words/en/offline.json";
import { formActions } from "../../shared/forms/form-names.ts";
import { bottomBar, element } from "../components/feedback/bottom-bar.ts";
import { loadViews } from "../components/streaming/streamed.tsx";
import { removeKept, sendKept } from "../data/outbox.ts";
import { siteHref } from "../format/hrefs.ts";

const WORKER = "/service-worker.js";

/** A page left sooner was not read. */
const READ_MS = 2_000;

/** Asks the worker to keep the page that is shown, with what it loaded. */
function keepShownPage(): void {
  const { href } = window.location;
  setTimeout(async () => {
    if (window.location.href !== href || !navigator.onLine) return;
    const { active } = await navigator.serviceWorker.ready;
    // The copy may have data for views that the server's HTML did without.
    await loadViews().catch(() => {});
    const loaded = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname);
    const date = new Date().toLocaleDateString(locale, { day: "numeric", month: "long" });
    active?.postMessage({ url: href, loaded, date });
  }, READ_MS);
}

/** Keys of the forms that this page has told of. */
const toldOf = new Set<string>();

/** Sends what waits, and tells what became of it: once, however often the network comes back. */
async function send(): Promise<void> {
  for (const { key, form, state, at } of await sendKept()) {
    const action = siteHref(formActions[form]);
    // The form tells it itself.
    if (document.querySelector(`form[action="${action}"]`)) continue;
    if (state === "waiting" || toldOf.has(key)) continue;
    toldOf.add(key);
    const date = new Date(at).toLocaleDateString(locale, { dateStyle: "long" });
    const text = element("p", { textContent: told[state].replace("{date}", date) });
    const link = element("a", { href: action, textContent: told.open });
    bottomBar(element("div", { role: "status" }), text, ...(state === "refused" ? [link] : []));
    if (state === "sent") await removeKept(key);
  }
}

/** Whatever a visitor without a network needs: the worker, the pages read, the forms that wait. */
export function start(): void {
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
    void send();
    if (keepsPages) keepShownPage();
  };
  arrive();
  // client/layout/page-outlet.tsx. A slow network that lets requests time out is never offline, so it never comes online.
  window.addEventListener("arrive", () => {
    document.querySelector(".kept-line")?.remove();
    arrive();
  });
  window.addEventListener("online", () => {
    document.querySelector(".kept-line span")?.remove();
    void send();
  });
}
