import { code } from "../content/words/en/language.json";

/** The longest wait for the first paint, which never comes in a background tab, and for an idle browser. */
const LATEST_MS = 2_000;

/**
 * Browsers older than Chrome 92, Firefox 98 and Safari 15.4 do not hydrate: the page, its links
 * and its forms work without scripts.
 */
const isSupported = "at" in Array.prototype && "HTMLDialogElement" in window;

/** Resolves when the text is painted, and the main picture where there is one. */
async function painted(): Promise<unknown> {
  await new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  });
  return document.querySelector<HTMLImageElement>("img[fetchpriority=high]")?.decode();
}

/** Resolves when the page is loaded and the browser idle, which a busy one may never be, or somebody begins to use it. */
const idleOrUsed = () =>
  new Promise((resolve) => {
    for (const type of ["pointerdown", "focusin"]) window.addEventListener(type, resolve);
    // Safari has no `requestIdleCallback`.
    const wait = () =>
      window.requestIdleCallback?.(resolve, { timeout: LATEST_MS }) ?? setTimeout(resolve);
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait);
  });

/** True for a page with a form, a part that is still to come, or an answer of the source, which is brought up to date. */
const isInteractive = () => document.querySelector("main :is(form, template, script)") !== null;

/**
 * The page works without scripts: its text, font and picture load first, and the modules that
 * hydrate only then, so that they do not share the bandwidth; on a page that only has words and pictures, last of all.
 */
async function begin(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await Promise.race([painted(), late]).catch(() => {});
  if (!isInteractive()) await idleOrUsed();
  const links = document.querySelectorAll<HTMLLinkElement>("[rel=module]");
  for (const link of links) link.rel = "modulepreload";
  // The first is client/hydrate.tsx: server/ssr/built-renderer.ts.
  if (links[0]) await import(/* @vite-ignore */ links[0].href);
}

/**
 * Offers a page in another language to whoever comes from elsewhere with a browser that speaks it. It takes no focus, and the
 * next click ends it.
 */
function offerLanguage(): void {
  const offer = document.querySelector<HTMLDialogElement>("#language-offer");
  if (!offer || !navigator.language.startsWith(offer.lang)) return;
  if (document.referrer.startsWith(window.location.origin)) return;
  offer.open = true;
  document.addEventListener("click", () => offer.close(), { once: true });
}

if (isSupported && code === "en") offerLanguage();
if (import.meta.env.DEV) void import("./hydrate.tsx");
else if (isSupported) void begin();
// Parts that only the hydrated page could fetch (client/components/streaming/streamed.tsx).
else for (const part of document.querySelectorAll("[data-late]")) part.remove();
