/** The URL of the OpenAPI document. */
export const DOCUMENT = "/bff/openapi.json";

export const CATALOGUE_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The API catalogue (RFC 9727) as a link set. */
export function apiCatalogue(publicOrigin: string): string {
  return JSON.stringify({
    linkset: [
      {
        anchor: `${publicOrigin}/bff`,
        "service-desc": [
          { href: publicOrigin + DOCUMENT, type: "application/json", title: "OpenAPI 3.1" },
        ],
        "service-doc": [
          { href: `${publicOrigin}/developers`, type: "text/html" },
          { href: `${publicOrigin}/developers/changelog`, type: "text/html", title: "Changelog" },
        ],
        status: [{ href: `${publicOrigin}/health/ready`, type: "application/json" }],
      },
    ],
  });
}
