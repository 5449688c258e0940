import { identity } from "../../content/site.json";
import type { PageHead } from "../page.ts";

/** Spec section 9: '{page title} | {site name}'. */
export function documentTitle(head: PageHead): string {
  return head.title === null ? identity.name : `${head.title} | ${identity.name}`;
}

/** Spec section 9: index, follow, unless the page must not be found. */
export function robotsOf(head: PageHead): string {
  return head.noindex ? "noindex, follow" : "index, follow";
}

/** How a page with something to mend announces itself in its title. */
export function errorTitle(title: string): string {
  return title.startsWith("Error: ") ? title : `Error: ${title}`;
}
