import site from "../../../content/site.json" with { type: "json" };
import { API_VERSIONS } from "../../../shared/contract/api-versions.ts";

const tags = [
  { name: "News", description: "What the foundation reports, in the order of its content source." },
  {
    name: "Events",
    description: "Where to meet us. Reading is open; changes need the staff's token.",
  },
  { name: "Feeds", description: "Ready-made selections, as the site's own pages show them." },
  { name: "Search", description: "Everything on the site, by its words." },
  { name: "Figures", description: "What the site claims: each figure with its source." },
  { name: "Forms", description: "What visitors submit: messages, applications, inquiries." },
];

/** The general part of the OpenAPI document. `/developers` has the long form. */
export const apiInfo = {
  openapi: "3.1.1",
  info: {
    title: `${site.identity.name}: news, events and forms`,
    version: API_VERSIONS[0].version,
    description:
      "One clean shape of news and events. Reading is open to everyone, also to pages of other sites, and needs no key. Every response has data, meta and links; every problem is RFC 9457 with a page that explains it. Within version 1 names and types stay; new fields may be added. /developers/changelog says what has changed and what is going: with Deprecation and Sunset, at least six months before.",
    contact: { name: site.identity.name, url: "https://www.example.org/contact-us" },
    license: { name: "MIT", identifier: "MIT" },
  },
  tags,
  components: {
    securitySchemes: {
      staffToken: {
        type: "http",
        scheme: "bearer",
        description: "For the foundation's staff. Where no token is set, changes are 404.",
      },
    },
  },
} as const;
