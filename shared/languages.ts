/** The languages of the site, and the beginning of their paths (docs/decisions/0058). */
export const PREFIXES = { en: "", sw: "/sw" } as const;

export type Language = keyof typeof PREFIXES;

export const LANGUAGES: readonly Language[] = ["en", "sw"];

/** `/sw` itself and what is below it. */
export const languageOf = (path: string): Language => (/^\/sw(?:[/?]|$)/.test(path) ? "sw" : "en");

/** What has no language, and what has one already. */
const AS_IT_IS = /^(?!\/)|^\/(?:\/|(?:sw|bff|files)(?:[/?#]|$))/;

/** The URL of a page of the site below a prefix: "/sw" for "/", "/sw/about-us" for "/about-us". Others stay. */
export const withPrefix = (prefix: string, href: string): string =>
  prefix === "" || AS_IT_IS.test(href) ? href : prefix + href.replace(/^\/(?=[?#]|$)/, "");

/** The path of the English site: "/" for "/sw", "/about-us" for "/sw/about-us". */
export function englishPath(path: string): string {
  const rest = path.slice(PREFIXES[languageOf(path)].length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The direction that a language, as a tag of BCP 47, is written in. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  /^(?:ar|ckb|dv|fa|he|ps|sd|syr|ug|ur|yi)\b|-(?:Arab|Hebr)\b/.test(language) ? "rtl" : "ltr";
