import type { PageAssets } from "../../shared/contract/page-assets.ts";
import type { DataSaver } from "../data/data-saver-context.ts";

interface SavingPage {
  /** Those of the page without scripts and fonts. */
  assets: PageAssets;
  /** For its components. */
  saver: DataSaver;
  /** Bytes of what was left out so far; a file of unknown size counts nothing. */
  leftOutBytes: () => number;
}

/** A page under data saver: what it loads, and the account of what it does without. */
export function createSavingPage(all: PageAssets): SavingPage {
  const sizeOf = all.dataSaver?.sizeOf ?? (() => null);
  const leftOut = new Set([all.entry, ...all.modules, ...all.fonts]);
  const stylesheets = all.dataSaver?.stylesheets ?? all.stylesheets;
  return {
    assets: { ...all, entry: "", modules: [], fonts: [], stylesheets, stylesFolder: null },
    saver: { sizeOf, leaveOut: (url) => void leftOut.add(url) },
    leftOutBytes: () => [...leftOut].reduce((sum, url) => sum + (sizeOf(url) ?? 0), 0),
  };
}
