import { useEffect, useSyncExternalStore } from "react";
import { useQueryStore } from "../data/query-store-context.ts";
import { documentTitle, robotsOf } from "../document/head-text.ts";
import type { OpenPage } from "../page.ts";
import type { SiteMatch } from "../router/match-route.ts";

interface Props {
  page: OpenPage;
  match: SiteMatch;
  path: string;
}

/** Sets an attribute of a head element that the server rendered, if any. */
function setHead(selector: string, attribute: string, value: string): void {
  const element = document.head.querySelector(selector);
  if (element && element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}

/** Updates title, description, robots and canonical after a navigation or late data. */
export function PageHeadSync({ page, match, path }: Props) {
  const store = useQueryStore();
  const version = useSyncExternalStore(store.subscribe, store.version, store.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the results of `peek`
  useEffect(() => {
    const head = page.head({ params: match.params, search: match.search, path, peek: store.peek });
    const title = documentTitle(head);
    if (document.title !== title) document.title = title;
    setHead('meta[name="description"]', "content", head.description);
    setHead('meta[name="robots"]', "content", robotsOf(head));
    setHead('link[rel="canonical"]', "href", window.location.origin + head.canonicalPath);
  }, [page, match, path, store, version]);
  return null;
}
