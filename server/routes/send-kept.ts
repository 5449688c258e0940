import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { cachePolicy } from "../ssr/cache-policy.ts";
import { chooseEncoding, encode } from "../ssr/encoding.ts";

/**
 * Sends a text that readers ask for again and again: with a tag made of its bytes, as 304 when they
 * have it, and open to pages of other sites, since it holds nothing but what is public.
 */
export async function sendKept(
  reply: FastifyReply,
  { text, type }: { text: string; type: string },
): Promise<FastifyReply> {
  const bytes = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  reply.headers({
    etag,
    "cache-control": cachePolicy.feed,
    vary: "Accept-Encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  if (reply.request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  reply.type(type);
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await encode(bytes, encoding));
}
