import { startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { createBrowserStore } from "./data/browser-queries.ts";
import { RequestContext } from "./data/request-context.ts";
import { readSiteFrame } from "./data/site-frame.ts";
import { controlsOf, copyTyped } from "./data/typed.ts";
import { SiteLayout } from "./layout/site-layout.tsx";
import { BrowserRouter } from "./router/browser-router.tsx";
import { hasWorker } from "./router/load-page.ts";
import { isServedPath, matchSite } from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import "./styles/base.css";

const currentUrl = () => window.location.pathname + window.location.search;

/**
 * Saves the server's HTML of a container. `restore` shows a readable page in place of an empty one when React failed. `refill` copies
 * typed text into fields that were replaced, for example in a page that the browser has translated.
 */
function saveServerHtml(container: HTMLElement) {
  // A document without a window loads no pictures and runs no scripts.
  const saved = document.implementation.createHTMLDocument("").importNode(container, true);
  const servedUrl = currentUrl();
  let isRestorable = true;
  // Removed fields still hold what was typed.
  let controls = controlsOf(container);
  // The element may be of any kind: only its place among the fields is looked up.
  let focused = document.activeElement as HTMLInputElement;
  container.addEventListener("focusin", ({ target }) => {
    controls = controlsOf(container);
    focused = target as HTMLInputElement;
  });
  const refill = () => {
    const old = controls;
    controls = controlsOf(container);
    copyTyped(old, controls);
    controls[old.indexOf(focused)]?.focus();
  };
  const restore = (unmount: () => void) => {
    if (isRestorable && currentUrl() === servedUrl) {
      isRestorable = false;
      unmount();
      container.replaceChildren(...saved.childNodes);
      refill();
    } else if (container.childElementCount === 0) window.location.reload(); // The HTML is of another page.
  };
  return { refill, restore };
}

/** Replaces pictures that fail to load, and those that have failed already. */
function watchPictures(): void {
  const lost = (element: unknown) =>
    void import("./components/media/lost-pictures.ts")
      .then(({ showDrawing }) => showDrawing(element))
      .catch(() => {});
  // Error events do not bubble, so capture them.
  document.addEventListener("error", ({ target }) => lost(target), true);
  for (const image of document.images) if (image.complete && !image.naturalWidth) lost(image);
}

const startOffline = () =>
  void import("./offline/start.ts").then(({ start }) => start()).catch(() => {});

/** Loads the rendered page's module, then hydrates. Without its module a lazy page would suspend. */
async function hydrate(container: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  // Under another path, such as in an archive or a mirror, the page is not hydrated, and its links still work.
  if (!isServedPath(pathname, document.body.dataset.path)) return;
  await openPage(matchSite(pathname, search).route, true);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const { origin } = new URL(canonical?.href ?? window.location.href);
  // Written by our own server in `document/document.tsx`.
  const { form, pays } = document.body.dataset;
  const request = {
    store: createBrowserStore(),
    frame: readSiteFrame(),
    origin,
    form: form ? JSON.parse(form) : null,
    takesPayments: pays !== undefined,
  };
  const { refill, restore } = saveServerHtml(container);
  let root: Root | undefined;
  const onError = (error: unknown) => {
    // In a separate task, after React has finished with the container.
    setTimeout(() => {
      restore(() => root?.unmount());
      throw error;
    });
  };
  // React has rendered the page again. That is no fault when the browser has translated the page, which leaves such elements behind.
  const onRecoverableError = (error: unknown) => {
    refill();
    if (document.querySelector("font")) return;
    setTimeout(() => {
      throw error;
    });
  };
  startTransition(() => {
    root = hydrateRoot(
      container,
      <BrowserRouter>
        <RequestContext value={request}>
          <SiteLayout />
        </RequestContext>
      </BrowserRouter>,
      { onCaughtError: onError, onUncaughtError: onError, onRecoverableError },
    );
  });
  watchPictures();
  // Loaded while there is a network, for client/router/load-page.ts.
  import("./components/feedback/bottom-bar.ts").catch(() => {});
  if (import.meta.env.DEV) return;
  // Start on the second page of a visit, otherwise after the first click: visitors who leave at once download nothing more.
  if (document.referrer.startsWith(window.location.origin) || hasWorker()) startOffline();
  else window.addEventListener("click", startOffline, { once: true });
}

const root = document.getElementById("root");
// The error page is rendered by the server alone and holds no application to hydrate.
if (root && !document.querySelector("[data-static-page]"))
  // Heard by client/entry-browser.ts.
  void hydrate(root).finally(() => dispatchEvent(new Event("hydrate")));
