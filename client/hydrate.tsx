import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { createBrowserQueryStore } from "./data/browser-query-store.ts";
import { browserSiteData } from "./data/browser-site-data.ts";
import { printedForm } from "./data/form-state-context.ts";
import { BrowserRouter } from "./layout/browser-router.tsx";
import { matchSite, openPage } from "./site-map.ts";
import "./styles/base.css";

/** Loads the page the server drew, then hydrates it: a lazy page is not ready by itself. */
async function hydrate(root: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  await openPage(matchSite(pathname, search));
  const store = createBrowserQueryStore(browserSiteData);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  const { origin } = new URL(canonical?.href ?? window.location.href);
  const year = Number(document.body.dataset.year);
  const form = printedForm();
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <App store={store} origin={origin} year={year} form={form} />
      </BrowserRouter>,
    );
  });
}

const root = document.getElementById("root");
// The error page is drawn by the server alone and holds no application to hydrate.
if (root && !document.querySelector("[data-static-page]")) void hydrate(root);
