/** Addresses of what the browser needs for a page; site-relative. */
export interface PageAssets {
  /** The module that hydrates. */
  entry: string;
  /** Modules to have ready before hydration: the entry's own imports and the page's. */
  modules: readonly string[];
  styles: readonly string[];
  /** The one font file of the first paint. */
  fonts: readonly string[];
}

/** Answers from a walk done once per page file (`client/pages/...`), not per request. */
export type AssetsOf = (pageFile: string) => PageAssets;
