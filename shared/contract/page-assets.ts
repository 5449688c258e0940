/** A sheet as it stands in the page. */
export interface InlineSheet {
  text: string;
  /** `sha256-...`, by which the page's policy allows it. */
  hash: string;
}

/** Addresses of what the browser needs for a page; site-relative. */
export interface PageAssets {
  /** The module that hydrates. */
  entry: string;
  /** Modules to have ready before hydration: the entry's own imports and the page's. */
  modules: readonly string[];
  /** Linked sheets, while the site is written. */
  links: readonly string[];
  /** Of the built site: what every page needs, and what this one adds under its own name. */
  sheets: { base: InlineSheet; page: (InlineSheet & { name: string }) | null } | null;
  /** Where the sheets of other pages lie. */
  stylesFolder: string | null;
  /** The one font file of the first paint. */
  fonts: readonly string[];
}

/** Answers from a walk done once per page file (`client/pages/...`), not per request. */
export type AssetsOf = (pageFile: string) => PageAssets;
