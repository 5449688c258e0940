import { useEffect, useSyncExternalStore } from "react";
import { useQueryStore } from "../data/query-store-context.ts";
import { documentTitle, robotsOf } from "../document/head-text.ts";
import { pagePath, siteHref } from "../format/site-href.ts";
import type { OpenPage } from "../page.ts";
import { type SiteMatch, switchHref } from "../router/match-route.ts";

interface Props {
  page: OpenPage;
  match: SiteMatch;
  path: string;
}

/** Sets an attribute of an element that the server rendered outside `#root`, if any. */
function setHead(selector: string, attribute: string, value: string): void {
  const element = document.querySelector(selector);
  if (element && element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}

/** Updates title, description, robots, canonical and the footer's link to the other language after a navigation or late data. */
export function PageHeadSync({ page, match, path }: Props) {
  const store = useQueryStore();
  // Rendered again when a result of `peek` changes.
  useSyncExternalStore(store.subscribe, store.version, store.version);
  useEffect(() => {
    const head = page.head({
      params: match.params,
      search: match.search,
      path: pagePath(path),
      peek: store.peek,
    });
    const title = documentTitle(head);
    if (document.title !== title) document.title = title;
    setHead('meta[name="description"]', "content", head.description);
    setHead('meta[name="robots"]', "content", robotsOf(head));
    setHead('link[rel="canonical"]', "href", window.location.origin + siteHref(head.canonicalPath));
    setHead("footer [hreflang]", "href", switchHref(match, path));
  });
  return null;
}
