import { identity } from "../../content/site.json";
import type { PageHead } from "../page.ts";

/** Spec section 9: '{page title} | {site name}'. */
export function documentTitle(head: PageHead): string {
  return `${head.title} | ${identity.name}`;
}

/** Spec section 9: index, follow, unless the page is excluded from search. */
export function robotsOf(head: PageHead): string {
  return head.noindex ? "noindex, follow" : "index, follow";
}
