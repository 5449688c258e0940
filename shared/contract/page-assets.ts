/** An inline stylesheet. */
export interface InlineStylesheet {
  text: string;
  /** `sha256-...`, by which the page's policy allows it. */
  hash: string;
}

/** What a page of the built site has for visitors who save data (docs/decisions/0060). */
export interface DataSaverAssets {
  stylesheets: NonNullable<PageAssets["stylesheets"]>;
  /** A `data:` URL. */
  icon: string;
  /** The bytes of a built file in Brotli, where it is compressed; null where there is no such file. */
  sizeOf: (url: string) => number | null;
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
  /** Null in development. */
  dataSaver: DataSaverAssets | null;
}

/** Computed once per page file (`client/pages/...`), not per request. */
export type AssetsOf = (pageFile: string) => PageAssets;
