import { trackPromise } from "../data/page-query.ts";
import type { OpenPage, PageModule } from "../page.ts";
import { cacheBounded, type SiteMatch } from "./match-route.ts";
import { loadPageStyles } from "./page-styles.ts";

interface PageFile {
  page: PageModule;
}

const loaders = {
  ...import.meta.glob<PageFile>("./**/*.page.tsx", { base: "../pages" }),
  ...(import.meta.env.SSR
    ? import.meta.glob<PageFile>("./**/*.server-page.tsx", { base: "../pages" })
    : {}),
};

async function loadModule(file: string): Promise<PageModule> {
  const load: (() => Promise<PageFile>) | undefined = loaders[`./${file}`];
  if (!load) throw new Error(`no page file ${file}`);
  return (await load()).page;
}

const opened = new Map<string, Promise<OpenPage>>();

/** The page of a URL, opened once and cached. Rejects when its module cannot be loaded. */
export function openPage(match: SiteMatch): Promise<OpenPage> {
  const { route, params } = match;
  const key = `${route.file} ${JSON.stringify(params)}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = trackPromise(
    Promise.all([loadModule(route.file), loadPageStyles(route.file)]).then(([module]) =>
      module.open(match),
    ),
  );
  opening.catch(() => opened.delete(key));
  return cacheBounded(opened, key, opening);
}
