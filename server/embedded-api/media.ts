import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";

/** Drawings of this API, and the scenes of the site. */
const FOLDERS = {
  "": resolve("server/embedded-api/media"),
  scenes: resolve("content/images"),
} as const;
const WIDTH = 1600;
const QUALITY = 82;
const NAME = /^(?:[a-z-]+\/)?[a-z0-9-]+\.jpg$/;

const JPEG_START = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");
const HUGE_BYTES = 24 * 1024 * 1024;

/** What a picture store may send in place of a picture. `missing.jpg` is not among them: it is not there. */
const BROKEN: Readonly<Record<string, () => Buffer>> = {
  "cut-off.jpg": () => JPEG_START,
  "page.jpg": () => Buffer.from("<!doctype html><title>Sign in</title><p>Please sign in.</p>"),
  "huge.jpg": () => Buffer.alloc(HUGE_BYTES, JPEG_START),
};

async function draw(name: string): Promise<Buffer | null> {
  const folder = name.includes("/") ? FOLDERS.scenes : FOLDERS[""];
  const file = join(folder, dirname(name), `${basename(name, ".jpg")}.svg`);
  const drawing = await readFile(file).catch(() => null);
  if (drawing === null) return null;
  const { default: sharp } = await import("sharp");
  return sharp(drawing, { density: 144 })
    .resize({ width: WIDTH })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** The JPEG of a name such as `gallery/wash-village-well.jpg`, drawn once; null when there is no such drawing. */
async function keptOrDrawn(name: string, file: string): Promise<Buffer | null> {
  const kept = await readFile(file).catch(() => null);
  if (kept !== null) return kept;
  const jpeg = await draw(name);
  if (jpeg === null) return null;
  await mkdir(dirname(file), { recursive: true });
  // Another process may make the same one.
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, jpeg);
  await rename(partial, file);
  return jpeg;
}

/** The pictures that the seeded items name, drawn as photographs would be sent, and those that are broken on purpose. */
export function mediaRoutes(app: FastifyInstance, dataDir: string): void {
  const underWay = new Map<string, Promise<Buffer | null>>();
  const missing = (reply: FastifyReply) => reply.code(404).send({ message: "Picture not found." });

  async function pictureOf(name: string): Promise<Buffer | null> {
    if (!NAME.test(name)) return null;
    const known = underWay.get(name);
    if (known) return known;
    const picture = keptOrDrawn(name, join(dataDir, "media", name));
    underWay.set(name, picture);
    return picture.finally(() => underWay.delete(name));
  }

  app.get<{ Params: { name: string } }>("/media/broken/:name", (request, reply) => {
    const { name } = request.params;
    const picture = Object.hasOwn(BROKEN, name) ? BROKEN[name] : undefined;
    return picture ? reply.type("image/jpeg").send(picture()) : missing(reply);
  });

  app.get<{ Params: { "*": string } }>("/media/*", async (request, reply) => {
    const picture = await pictureOf(request.params["*"]);
    if (picture === null) return missing(reply);
    const etag = `"${createHash("sha256").update(picture).digest("base64url").slice(0, 16)}"`;
    reply.header("etag", etag).header("cache-control", "public, max-age=86400");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("image/jpeg").header("x-content-type-options", "nosniff").send(picture);
  });
}
