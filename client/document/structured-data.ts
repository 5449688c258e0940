import { contact, description, identity } from "../../content/site.json";
import { code } from "../../content/words/en/language.json";
import { siteHref } from "../format/site-href.ts";
import type { PageHead } from "../page.ts";

/** Keys whose value is a URL of this site, given as a path. */
const URL_KEYS = ["url", "item", "mainEntityOfPage"];

const absolute = (origin: string) => (key: string, value: unknown) =>
  URL_KEYS.includes(key) && typeof value === "string" && value.startsWith("/")
    ? origin + siteHref(value)
    : value;

/**
 * JSON-LD of a page: the organisation and the site on all pages (spec section 9), then the page's
 * own. There is no `foundingDate`: the spec gives two founding years.
 */
export function structuredData(head: PageHead, origin: string): string {
  const organisation = {
    "@type": "NGO",
    "@id": `${origin}/#organisation`,
    name: identity.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    description,
    address: {
      "@type": "PostalAddress",
      streetAddress: "Bunju B",
      addressLocality: "Dar es Salaam",
      addressRegion: "Kinondoni",
      addressCountry: "TZ",
    },
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      email: contact.email.address,
      telephone: contact.phones.map((phone) => phone.number),
      areaServed: ["TZ", "US"],
      availableLanguage: ["en", "sw"],
    },
  };
  const website = {
    "@type": "WebSite",
    "@id": `${origin + siteHref("/")}#website`,
    name: identity.name,
    url: "/",
    inLanguage: code,
    publisher: { "@id": organisation["@id"] },
  };
  const graph = {
    "@context": "https://schema.org",
    "@graph": [organisation, website, ...(head.jsonLd ?? [])],
  };
  return JSON.stringify(graph, absolute(origin)).replaceAll("<", "\\u003c");
}
