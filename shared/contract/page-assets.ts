/** An inline stylesheet. */
export interface InlineStylesheet {
  text: string;
  /** `sha256-...`, by which the page's policy allows it. */
  hash: string;
}

/** URLs of what the browser needs for a page; site-relative. */
export interface PageAssets {
  /** `client/entry-browser.ts`, which loads the hydrating module. */
  entry: string;
  /** Modules to have ready before hydration: the entry's own imports and the page's. */
  modules: readonly string[];
  /** Linked stylesheets, in development. */
  links: readonly string[];
  /** Of the built site: what every page needs, and what this one adds under its own name. */
  stylesheets: {
    base: InlineStylesheet;
    page: (InlineStylesheet & { name: string }) | null;
  } | null;
  /** The folder of the stylesheets of other pages. */
  stylesFolder: string | null;
  /** The one font file of the first paint. */
  fonts: readonly string[];
}

/** Computed once per page file (`client/pages/...`), not per request. */
export type AssetsOf = (pageFile: string) => PageAssets;
