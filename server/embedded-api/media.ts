import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Store } from "../store/store.ts";

const SIGN_IN = "<!doctype html><title>Sign in</title><p>Please sign in.</p>";
const JPEG_START = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");

/** What a picture store may send in place of a picture. `missing.jpg` is not among them: it is not there. */
const BROKEN = new Map<string, () => Buffer>([
  ["broken/cut-off.jpg", () => JPEG_START],
  ["broken/page.jpg", () => Buffer.from(SIGN_IN)],
  ["broken/huge.jpg", () => Buffer.alloc(24 * 1024 * 1024, JPEG_START)],
]);

/** Of this API, or of the site: `gallery/wash-village-well.jpg`. Null when there is none. */
async function drawingOf(name: string): Promise<Buffer | null> {
  const [, drawing] = /^((?:[a-z-]+\/)?[a-z0-9-]+)\.jpg$/.exec(name) ?? [];
  if (drawing === undefined) return null;
  const folder = drawing.includes("/") ? "content/images" : "server/embedded-api/media";
  return readFile(resolve(folder, `${drawing}.svg`)).catch(() => null);
}

/** Pictures that staff have sent, drawings that the seeded items name, and those that are broken on purpose. */
export function mediaRoutes(app: FastifyInstance, { db }: Store): void {
  const missing = (reply: FastifyReply) => reply.code(404).send({ message: "Picture not found." });

  app.get<{ Params: { name: string } }>("/media/uploads/:name", async (request, reply) => {
    const { name } = request.params;
    const found = db.selectFrom("uploads").select("bytes").where("name", "=", name);
    const row = await found.executeTakeFirst();
    if (row === undefined) return missing(reply);
    // A name has one picture for ever.
    reply.headers({ etag: `"${name}"`, "cache-control": "public, max-age=31536000, immutable" });
    reply.header("x-content-type-options", "nosniff").type("image/webp");
    return reply.send(Buffer.from(row.bytes, "base64"));
  });

  app.get<{ Params: { "*": string } }>("/media/*", async (request, reply) => {
    const { "*": name } = request.params;
    const broken = BROKEN.get(name);
    if (broken) return reply.type("image/jpeg").send(broken());
    const drawing = await drawingOf(name);
    if (drawing === null) return missing(reply);
    // Who keeps the picture does not have it drawn again.
    const etag = `"${createHash("sha256").update(drawing).digest("base64url").slice(0, 16)}"`;
    reply.header("etag", etag).header("cache-control", "public, max-age=86400");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    const { default: sharp } = await import("sharp");
    const picture = sharp(drawing, { density: 144 }).resize({ width: 1600 });
    const jpeg = await picture.jpeg({ quality: 82 }).toBuffer();
    return reply.type("image/jpeg").header("x-content-type-options", "nosniff").send(jpeg);
  });
}
