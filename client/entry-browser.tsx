import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./app.tsx";
import { createBrowserQueryStore } from "./data/browser-query-store.ts";
import { browserSiteData } from "./data/browser-site-data.ts";
import { printedForm } from "./data/form-state-context.ts";
import { matchSite, openPage } from "./site-map.ts";
import "./styles/base.css";

/** Loads the page the server drew, then hydrates it: a lazy page is not ready by itself. */
async function hydrate(root: HTMLElement): Promise<void> {
  const { pathname, search } = window.location;
  await openPage(matchSite(pathname, search));
  const store = createBrowserQueryStore(browserSiteData);
  const year = Number(document.body.dataset.year);
  const form = printedForm();
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter useTransitions={false}>
        <App store={store} year={year} form={form} />
      </BrowserRouter>,
    );
  });
}

const root = document.getElementById("root");
// The error page is drawn by the server alone and holds no application to hydrate.
if (root && !document.querySelector("[data-static-page]")) void hydrate(root);
