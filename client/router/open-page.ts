import { trackPromise } from "../data/queries.ts";
import type { OpenPage, PageModule, SiteRoute } from "../page.ts";

const loading = new Map<string, Promise<void>>();

const all = () =>
  document.head.querySelectorAll<HTMLLinkElement | HTMLStyleElement>("[data-stylesheet]");

const nameOf = (pageFile: string) => pageFile.replace(/\.tsx$/, "");

const load = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = `${document.body.dataset.styles}/${name}.css`;
    // Load the sheet now and apply it when its page is shown: the current page keeps its styles.
    link.media = "not all";
    link.dataset.stylesheet = name;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading.delete(name);
      reject(new Error(`no stylesheet for ${name}`));
    };
    // Insert the sheet before the later styles, which override its rules.
    all()[0]?.after(link);
  });

/** Loads a page's stylesheet before the page is rendered. The first page has its stylesheet inline. */
function loadPageStyles(pageFile: string): Promise<void> | undefined {
  if (import.meta.env.SSR || import.meta.env.DEV) return undefined;
  const name = nameOf(pageFile);
  const isThere = [...all()].some((stylesheet) => stylesheet.dataset.stylesheet === name);
  if (!isThere) loading.set(name, load(name));
  return loading.get(name);
}

/** Enables the stylesheet of the shown page and disables those of other pages. */
export function showPageStyles(pageFile: string): void {
  const name = nameOf(pageFile);
  for (const stylesheet of all()) {
    const media = stylesheet.dataset.stylesheet === name ? "all" : "not all";
    if (stylesheet.media !== media) stylesheet.media = media;
  }
}

/**
 * Sets the next page in the web font, if it was fetched while the first page was read: `font-display: optional` leaves out a late font until
 * the next document.
 */
export function showFetchedFont(): void {
  if (![...document.fonts].some(({ status }) => status === "loaded")) return;
  const { sheet } = document.querySelector<HTMLStyleElement>("[data-fonts]") ?? {};
  for (const rule of sheet?.cssRules ?? [])
    (rule as CSSFontFaceRule).style.setProperty("font-display", "swap");
}

const loaders: Readonly<Record<string, () => Promise<PageModule>>> = {
  ...import.meta.glob<PageModule>("./**/*.page.tsx", { base: "../pages" }),
  ...(import.meta.env.SSR
    ? import.meta.glob<PageModule>("./**/*.server-page.tsx", { base: "../pages" })
    : {}),
};

const opened = new Map<string, Promise<OpenPage>>();

async function open(file: string, isServed: boolean): Promise<OpenPage> {
  const [module] = await Promise.all([loaders[`./${file}`]?.(), loadPageStyles(file)]);
  if (!module) throw new Error(`no page file ${file}`);
  if (!isServed) await module.page.loadViews?.();
  return module.page;
}

/** Returns the page of a route, opened once. Rejects when its module cannot be loaded. `isServed`: the document has the HTML of the page. */
export function openPage({ file }: SiteRoute, isServed = false): Promise<OpenPage> {
  const known = opened.get(file);
  if (known) return known;
  const opening = trackPromise(open(file, isServed));
  opening.catch(() => opened.delete(file));
  opened.set(file, opening);
  return opening;
}
