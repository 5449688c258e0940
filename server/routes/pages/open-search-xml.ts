import site from "../../../content/site.json" with { type: "json" };
import enWords from "../../../content/words/en/search-field.json" with { type: "json" };
import swWords from "../../../content/words/sw/search-field.json" with { type: "json" };
import { type Language, PREFIXES } from "../../../shared/languages.ts";
import { element, textElement, xmlDocument } from "../../syndication/xml.ts";

/** OpenSearch 1.1: the most characters of `ShortName`. */
const SHORT_NAME = 16;

const LABELS: Record<Language, string> = { en: enWords.label, sw: swWords.label };

/** How browsers search this site from their address bar (OpenSearch 1.1). */
export function openSearchXml(origin: string, language: Language): string {
  const { name, shortName } = site.identity;
  const url = (type: string, path: string) =>
    element("Url", { type, method: "get", template: `${origin}${path}?q={searchTerms}` });
  return xmlDocument("OpenSearchDescription", { xmlns: "http://a9.com/-/spec/opensearch/1.1/" }, [
    textElement("ShortName", shortName.slice(0, SHORT_NAME)),
    textElement("Description", `${LABELS[language]} ${name}`),
    textElement("Language", language),
    textElement("InputEncoding", "UTF-8"),
    textElement("Image", `${origin}/favicon.ico`, {
      width: "32",
      height: "32",
      type: "image/x-icon",
    }),
    url("text/html", `${PREFIXES[language]}/search`),
    url("application/json", "/bff/search"),
  ]);
}
