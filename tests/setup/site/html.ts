interface Node {
  "@type": string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has fields of its own, which its test knows
  [field: string]: any;
}

/** Returns a page's structured data. */
export function graphOf(html: string): Node[] {
  const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json)["@graph"];
}

export const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "";

/** Escapes a text the way React does. */
export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");
