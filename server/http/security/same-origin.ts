import type { FastifyRequest } from "fastify";

/**
 * True when a post comes from a page of this site, or from no page at all (a tool sends neither header).
 * There is no cookie to protect; this keeps other sites from sending us messages through visitors'
 * browsers. `Sec-Fetch-Site` is set by the browser and goes first; plain http does not have it.
 */
export function isFromOurPages(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // Behind TLS only the public origin counts: the host is chosen by the client.
  if (publicOrigin.startsWith("https:")) return false;
  // The site may be reached under another name than the public one: the page and the post share it.
  return URL.canParse(origin) && new URL(origin).host === request.host;
}
