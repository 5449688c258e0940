import type { FastifyRequest } from "fastify";

/**
 * True when a post comes from a page of ours, or from no page at all (a tool sends neither header).
 * There is no cookie to protect; this keeps other sites from using visitors' browsers to send us
 * messages. `Sec-Fetch-Site` is the browser's own word and goes first; plain http does not carry it.
 */
export function isFromOurPages(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  if (origin === undefined || origin === publicOrigin) return true;
  // Behind TLS only the public name counts: the host is whatever the request says it is.
  if (publicOrigin.startsWith("https:")) return false;
  // Reached under another name than the public one: the page and the post then share it.
  return URL.canParse(origin) && new URL(origin).host === request.host;
}
