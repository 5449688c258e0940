import { startTransition } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { createBrowserStore } from "./data/browser-queries.ts";
import { RequestContext } from "./data/request-context.ts";
import { controlsOf, copyTyped } from "./data/typed.ts";
import { SiteLayout } from "./layout/site-layout.tsx";
import { BrowserRouter, hasWorker } from "./router/browser-router.tsx";
import { isServedPath, matchSite } from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import "./styles/base.css";
import "./styles/parts.css";

const currentUrl = () => window.location.pathname + window.location.search;

/**
 * Saves the server's HTML of a container. `restore` is for a React that failed: a readable page in place of an empty one. `refill` is
 * for one whose fields were replaced, as those of a page that the browser has translated, and has what was typed.
 */
function saveServerHtml(container: HTMLElement) {
  // A document without a window loads no pictures and runs no scripts.
  const saved = document.implementation.createHTMLDocument("").importNode(container, true);
  const servedUrl = currentUrl();
  let isRestorable = true;
  // Fields that are gone still hold what was typed.
  let controls = controlsOf(container);
  // Whatever it is: only the place of a field is asked for.
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

/** Pictures that fail to load, and those that have failed already. */
function watchPictures(): void {
  const lost = (element: unknown) =>
    void import("./components/media/lost-pictures.ts")
      .then(({ showDrawing }) => showDrawing(element))
      .catch(() => {});
  // An error does not bubble.
  document.addEventListener("error", ({ target }) => lost(target), true);
  for (const image of document.images) if (image.complete && !image.naturalWidth) lost(image);
}

const startOffline = () =>
  void import("./offline/start.ts").then(({ start }) => start()).catch(() => {});

/** Loads the rendered page's module, then hydrates: a lazy page suspends otherwise. */
async function hydrate(container: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  // Under another path, as of an archive or a mirror, it is not hydrated, and its links work.
  if (!isServedPath(pathname, document.body.dataset.path)) return;
  await openPage(matchSite(pathname, search), true);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const { origin } = new URL(canonical?.href ?? window.location.href);
  // Written by our own server in `document/document.tsx`.
  const { form, pays } = document.body.dataset;
  const request = {
    store: createBrowserStore(),
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
  // React has rendered the page anew. It is no fault when the browser has translated it, which leaves such elements.
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
  // While there is a network: client/router/browser-router.tsx.
  import("./components/feedback/bottom-bar.ts").catch(() => {});
  if (import.meta.env.DEV) return;
  // From the second page on, else after the first click: most visitors who leave at once pay nothing.
  if (document.referrer.startsWith(window.location.origin) || hasWorker()) startOffline();
  else window.addEventListener("click", startOffline, { once: true });
}

const root = document.getElementById("root");
// The error page is rendered by the server alone and holds no application to hydrate.
if (root && !document.querySelector("[data-static-page]"))
  // client/entry-browser.ts
  void hydrate(root).finally(() => dispatchEvent(new Event("hydrate")));
