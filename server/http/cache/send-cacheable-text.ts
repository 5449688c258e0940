import type { FastifyReply } from "fastify";
import { cachePolicy } from "./cache-control.ts";
import { chooseEncoding, encode } from "./content-encoding.ts";
import { matchesIfNoneMatch, weakEtag } from "./etag.ts";

/**
 * Sends a text that clients poll, such as a feed: with an entity tag of its bytes, as 304 when the client
 * has that version, and readable by scripts of other sites, since it holds public data only.
 */
export async function sendCacheableText(
  reply: FastifyReply,
  { text, type }: { text: string; type: string },
): Promise<FastifyReply> {
  const { headers } = reply.request;
  const bytes = Buffer.from(text);
  const etag = weakEtag(bytes);
  reply.headers({
    etag,
    "cache-control": cachePolicy.feed,
    vary: "Accept-Encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  if (matchesIfNoneMatch(headers["if-none-match"], etag)) return reply.code(304).send();
  reply.type(type);
  const encoding = chooseEncoding(headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await encode(bytes, encoding));
}
