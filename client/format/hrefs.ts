import { other, prefix } from "../../content/words/en/language.json";
import { withPrefix } from "../../shared/languages.ts";

/** A URL of the site as code and content write it, in the language of the build. */
export const siteHref = (href: string): string => withPrefix(prefix, href);

/** The same page in the other language. */
export const otherHref = (path: string): string => withPrefix(other.prefix, path);

/** The path in the route table; of a page in the other language, one that no route has. */
export function pagePath(pathname: string): string {
  if (prefix === "") return pathname;
  if (pathname === prefix) return "/";
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "/-";
}
