import { other, prefix } from "../../content/words/en/language.json";
import { withPrefix } from "../../shared/languages.ts";

/** Returns a URL of the site in the language of the build. Code and content write URLs without a language prefix. */
export const siteHref = (href: string): string => withPrefix(prefix, href);

/** Returns the URL of the same page in the other language. */
export const otherHref = (path: string): string => withPrefix(other.prefix, path);

/** Returns the path in the route table. A path in the other language becomes one that no route has. */
export function pagePath(pathname: string): string {
  if (prefix === "") return pathname;
  if (pathname === prefix) return "/";
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : "/-";
}
