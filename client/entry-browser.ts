import { code } from "../content/words/en/language.json";
import * as offerWords from "../content/words/en/language-offer.json";

/** The longest wait for the first paint, which never comes in a background tab. */
const LATEST_MS = 2_000;

/** False in browsers older than Chrome 92, Firefox 98 and Safari 15.4. We do not hydrate there: the page works without scripts. */
const isSupported = "at" in [] && "HTMLDialogElement" in window;

const isFromHere = document.referrer.startsWith(location.origin);

/** Finds the main picture. In a streamed page the picture may arrive later than this module. */
const mainPicture = () => document.querySelector<HTMLImageElement>("img[fetchpriority=high]");

/** Resolves when the text is painted, and the main picture if the page has one. */
async function painted(): Promise<unknown> {
  await new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  });
  return mainPicture()?.decode();
}

/** Resolves when the visitor begins to use the page, or when a picture fails (client/hydrate.tsx). */
const used = new Promise((resolve) => {
  for (const type of ["pointerdown", "focusin", "error"]) addEventListener(type, resolve, true);
});

/** Returns true for a page with behaviour of its own, as its definition says (client/page.ts), or with a picture that failed. */
const hydratesAtOnce = () =>
  document.body.dataset.hydrate !== "use" ||
  [...document.images].some((image) => image.complete && !image.naturalWidth);

/**
 * Enables the styles that no first screen needs (client/styles/later.css). Their links are for print at first, so that no paint
 * waits for them.
 */
function showLaterStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("[data-after-paint]")) {
    const show = () => {
      link.media = "";
      link.removeAttribute("data-after-paint");
    };
    if (link.sheet) show();
    else link.onload = show;
  }
}

/**
 * Loads the modules that hydrate, after text, font and picture. A page of text, pictures and links is hydrated only when somebody uses it.
 */
async function begin(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, LATEST_MS));
  await Promise.race([painted(), used, late]).catch(() => {});
  // Before the main picture is painted, a new layout would delay it. A visitor who opens the menu needs the styles at once.
  showLaterStyles();
  if (code === "en") offerLanguage();
  // A returning visitor may have a form in the outbox, whose result every page reports (client/offline/start.ts).
  const isReturning = navigator.serviceWorker?.controller || isFromHere;
  if (!hydratesAtOnce() && !isReturning) await used;
  const links = document.querySelectorAll<HTMLLinkElement>("[rel=module]");
  for (const link of links) link.rel = "modulepreload";
  // The first link is client/hydrate.tsx: server/pages/built-renderer.ts.
  try {
    if (links[0]) await import(/* @vite-ignore */ links[0].href);
  } catch (error) {
    releaseFilter();
    throw error;
  }
}

/** The filter that was pressed before the page could respond to it. */
let heldFilter: HTMLAnchorElement | undefined;

/**
 * Holds a press on a filter until hydration. Filters only show and hide content of the page, but following the link would reload the page.
 */
function holdFilter(event: MouseEvent): void {
  // Clicks by pointer or keyboard always have an element as target.
  const link = (event.target as Element).closest<HTMLAnchorElement>("[data-filter] a");
  if (link?.pathname !== location.pathname) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  heldFilter = link;
}

/** Clicks the held filter after hydration. If hydration failed, the browser follows the link. */
function releaseFilter(): void {
  removeEventListener("click", holdFilter);
  heldFilter?.click();
}

/** Offers the page in the other language to visitors from another site. An import would also load the modules that hydrate. */
function offerLanguage(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-switch]");
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

/** The scroll position, in CSS pixels, above which the header is marked as scrolled (spec section 9). */
const SCROLLED_ABOVE = 50;

function markScrolled(): void {
  const isScrolled = scrollY > SCROLLED_ABOVE;
  document.querySelector("#root > header")?.toggleAttribute("data-scrolled", isScrolled);
  if (isScrolled) showLaterStyles();
}

/** The fraction of a card that must be visible before the card fades in. */
const VISIBLE_PART = 0.1;

/** Fades cards in (spec section 4). A card stays visible without scripts, when already in view, and under `prefers-reduced-motion`. */
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
    for (const card of document.querySelectorAll("[data-reveals]"))
      if (!known.has(card)) observer.observe(card);
  };
  watch();
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
}

if (!mainPicture() || !isSupported) showLaterStyles();
if (isSupported) {
  // Reading the scroll position forces a layout, so wait for a frame, in which the first paint needs the layout anyway.
  requestAnimationFrame(markScrolled);
  addEventListener("scroll", markScrolled);
  revealCards();
}
if (import.meta.env.DEV) void import("./hydrate.tsx");
else if (isSupported) {
  if (document.querySelector("[rel=module]")) addEventListener("click", holdFilter);
  // Sent by client/hydrate.tsx.
  addEventListener("hydrate", releaseFilter);
  void begin();
}
// Remove late sections, which only the hydrated page could fetch (client/components/streaming/streamed.tsx).
else for (const part of document.querySelectorAll("[data-late]")) part.remove();
