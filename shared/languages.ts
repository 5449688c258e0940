/** The languages of the site, and the prefixes of their paths (docs/decisions/0058). */
export const PREFIXES = { en: "", sw: "/sw" } as const;

export type Language = keyof typeof PREFIXES;

export const LANGUAGES: readonly Language[] = ["en", "sw"];

/** A path in Kiswahili: `/sw`, `/sw/faq`. */
const SWAHILI = /^\/sw(?:[/?]|$)/;

/** Returns the language of a path: Kiswahili for `/sw` itself and every path below `/sw`. */
export const languageOf = (path: string): Language => (SWAHILI.test(path) ? "sw" : "en");

/** A URL that has no language, or has one already. Examples: `https://a.example`, `/sw/faq`, `/bff/news`. */
const AS_IT_IS = /^(?!\/)|^\/(?:\/|(?:sw|bff|files)(?:[/?#]|$))/;

/** Returns the URL of a page below a prefix: "/sw" for "/", "/sw/about-us" for "/about-us". Other URLs stay. */
export const withPrefix = (prefix: string, href: string): string =>
  prefix === "" || AS_IT_IS.test(href) ? href : prefix + href.replace(/^\/(?=[?#]|$)/, "");

/** Returns the path on the English site: "/" for "/sw", "/about-us" for "/sw/about-us". */
export function englishPath(path: string): string {
  const rest = path.slice(PREFIXES[languageOf(path)].length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** A tag of a language that is written from right to left: `ar`, `ku-Arab`. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ps|sd|syr|ug|ur|yi)\b|-(?:Arab|Hebr)\b/;

/** Returns the direction of a language, which is given as a tag of BCP 47. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.test(language) ? "rtl" : "ltr";
