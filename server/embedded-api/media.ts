import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Store } from "../store/store.ts";

/** Reads a drawing of this API, or of the site, such as `gallery/wash-village-well.jpg`. Returns null when there is none. */
async function readDrawing(name: string): Promise<Buffer | null> {
  const [, drawing] = /^((?:[a-z-]+\/)?[a-z0-9-]+)\.jpg$/.exec(name) ?? [];
  if (drawing === undefined) return null;
  const folder = drawing.includes("/") ? "content/images" : "server/embedded-api/media";
  return readFile(resolve(folder, `${drawing}.svg`)).catch(() => null);
}

/** Serves pictures that staff have uploaded, and drawings that the seeded items name. */
export function mediaRoutes(app: FastifyInstance, { db }: Store): void {
  const missing = (reply: FastifyReply) => reply.code(404).send({ message: "Picture not found." });

  app.get<{ Params: { name: string } }>("/media/uploads/:name", async (request, reply) => {
    const { name } = request.params;
    const found = db.selectFrom("uploads").select("bytes").where("name", "=", name);
    const row = await found.executeTakeFirst();
    if (row === undefined) return missing(reply);
    // A name keeps its picture for ever.
    reply.headers({ etag: `"${name}"`, "cache-control": "public, max-age=31536000, immutable" });
    reply.header("x-content-type-options", "nosniff").type("image/webp");
    return reply.send(Buffer.from(row.bytes, "base64"));
  });

  app.get<{ Params: { "*": string } }>("/media/*", async (request, reply) => {
    const { "*": name } = request.params;
    const drawing = await readDrawing(name);
    if (drawing === null) return missing(reply);
    // For a client that has the picture in its cache, the picture is not rendered again.
    const etag = `"${createHash("sha256").update(drawing).digest("base64url").slice(0, 16)}"`;
    reply.header("etag", etag).header("cache-control", "public, max-age=86400");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const { default: sharp } = await import("sharp");
    const picture = sharp(drawing, { density: 144 }).resize({ width: 1600 });
    const jpeg = await picture.jpeg({ quality: 82 }).toBuffer();
    return reply.type("image/jpeg").header("x-content-type-options", "nosniff").send(jpeg);
  });
}
