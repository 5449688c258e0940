import { code } from "../content/words/en/language.json";
import * as offerWords from "../content/words/en/language-offer.json";

/** The longest wait for the first paint, which never comes in a background tab. */
const LATEST_MS = 2_000;

/** Browsers older than Chrome 92, Firefox 98 and Safari 15.4 do not hydrate: the page works without scripts. */
const isSupported = "at" in [] && "HTMLDialogElement" in window;

const isFromHere = document.referrer.startsWith(location.origin);

/** A streamed page may have it later than this module. */
const mainPicture = () => document.querySelector<HTMLImageElement>("img[fetchpriority=high]");

/** Resolves when the text is painted, and the main picture where there is one. */
async function painted(): Promise<unknown> {
  await new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  });
  return mainPicture()?.decode();
}

/** Resolves when somebody begins to use the page, or a picture fails (client/hydrate.tsx). */
const used = new Promise((resolve) => {
  for (const type of ["pointerdown", "focusin", "error"]) addEventListener(type, resolve, true);
});

/** A form, a part that only scripts show or that is to come, and an article, whose click is recorded. */
const PARTS = "form,noscript,.scripted,template,script,[data-late],article[data-id]";

/** True for a page with such a part, and where a picture has failed. */
const isInteractive = () =>
  document.querySelector(`main :is(${PARTS})`) ||
  [...document.images].some((image) => image.complete && !image.naturalWidth);

/** Styles of what no first screen shows (server/build/page-styles-plugin.ts) come for print alone: no paint waits for them. */
function showLaterStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("[media=print]")) {
    const show = () => {
      link.media = "";
    };
    if (link.sheet) show();
    else link.onload = show;
  }
}

/** Text, font and picture load first, then the modules that hydrate: on a page of words, pictures and links when it is used. */
async function begin(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await Promise.race([painted(), used, late]).catch(() => {});
  // A new layout before it would delay the main picture; who opens the menu needs them at once.
  showLaterStyles();
  if (code === "en") offerLanguage();
  // A visitor who was here before may have a form that waits, which any page tells of (client/offline/start.ts).
  const isReturning = navigator.serviceWorker?.controller || isFromHere;
  if (!isInteractive() && !isReturning) await used;
  const links = document.querySelectorAll<HTMLLinkElement>("[rel=module]");
  for (const link of links) link.rel = "modulepreload";
  // The first is client/hydrate.tsx: server/pages/built-renderer.ts.
  try {
    if (links[0]) await import(/* @vite-ignore */ links[0].href);
  } catch (error) {
    releaseFilter();
    throw error;
  }
}

/** A filter that was pressed before the page could respond to it. */
let heldFilter: HTMLAnchorElement | undefined;

/** A filter shows and hides what the page has: a press before hydration waits for it, since the link would load the page anew. */
function holdFilter(event: MouseEvent): void {
  // A pointer or a key clicks elements alone.
  const link = (event.target as Element).closest<HTMLAnchorElement>("[data-filter] a");
  if (link?.pathname !== location.pathname) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  heldFilter = link;
}

/** After hydration, or where it failed: then the link is followed. */
function releaseFilter(): void {
  removeEventListener("click", holdFilter);
  heldFilter?.click();
}

/** Offers a page in another language to whoever comes from elsewhere. An import would bring the modules that hydrate along. */
function offerLanguage(): void {
  const link = document.querySelector<HTMLAnchorElement>("footer [hreflang]");
  if (!link || !navigator.language.startsWith(link.hreflang) || isFromHere) return;
  const make = <Name extends "dialog" | "p" | "a" | "button">(
    name: Name,
    properties: Partial<Omit<HTMLElementTagNameMap[Name], keyof ARIAMixin>>,
  ) => Object.assign(document.createElement(name), properties);
  const offer = make("dialog", {
    id: "language-offer",
    className: "offline-bar deep",
    lang: link.hreflang,
    open: true,
  });
  offer.setAttribute("aria-label", offerWords.text);
  const close = make("button", { className: "close", textContent: "×" });
  // The property `ariaLabel` is missing before Firefox 119.
  close.setAttribute("aria-label", offerWords.close);
  offer.append(
    make("p", { textContent: offerWords.text }),
    make("a", { href: link.href, className: "touch", textContent: offerWords.read }),
    close,
  );
  let origin: HTMLElement | null = null;
  offer.addEventListener("focusin", ({ relatedTarget }) => {
    origin ??= relatedTarget as HTMLElement | null;
  });
  const leave = () => {
    if (offer.contains(document.activeElement)) origin?.focus();
    offer.remove();
  };
  document.body.append(offer);
  addEventListener("click", leave, { once: true });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") leave();
  });
}

/** Spec section 9: the header is marked as scrolled above this, in CSS pixels. */
const SCROLLED_ABOVE = 50;

function markScrolled(): void {
  const isScrolled = scrollY > SCROLLED_ABOVE;
  document.querySelector("#root > header")?.toggleAttribute("data-scrolled", isScrolled);
  if (isScrolled) showLaterStyles();
}

/** Of a card, when it fades in. */
const VISIBLE_PART = 0.1;

/** Spec section 4: cards fade in. Nothing is hidden without scripts, when already visible, or under `prefers-reduced-motion`. */
function revealCards(): void {
  const known = new WeakSet<Element>();
  const options = { threshold: VISIBLE_PART, rootMargin: "0px 0px -50px" };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, intersectionRatio, boundingClientRect } of entries) {
      const isNew = !known.has(target);
      known.add(target);
      if (isNew && boundingClientRect.top >= innerHeight)
        target.setAttribute("data-reveal", "below");
      else if (isNew) observer.unobserve(target);
      else if (intersectionRatio >= VISIBLE_PART) {
        target.setAttribute("data-reveal", "shown");
        observer.unobserve(target);
      }
    }
  }, options);
  const watch = () => {
    for (const card of document.querySelectorAll(".reveal"))
      if (!known.has(card)) observer.observe(card);
  };
  watch();
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
}

if (!mainPicture() || !isSupported) showLaterStyles();
if (isSupported) {
  // In a frame: its position asks for a layout, which the first paint needs as well.
  requestAnimationFrame(markScrolled);
  addEventListener("scroll", markScrolled);
  revealCards();
}
if (import.meta.env.DEV) void import("./hydrate.tsx");
else if (isSupported) {
  if (document.querySelector("[rel=module]")) addEventListener("click", holdFilter);
  // client/hydrate.tsx
  addEventListener("hydrate", releaseFilter);
  void begin();
}
// Parts that only the hydrated page could fetch (client/components/streaming/streamed.tsx).
else for (const part of document.querySelectorAll("[data-late]")) part.remove();
