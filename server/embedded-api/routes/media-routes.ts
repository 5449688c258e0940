import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FastifyInstance } from "fastify";

const MEDIA_DIR = resolve("server/embedded-api/media");

/** The pictures the seeded items name, read once: there are three, of a few kilobytes. */
export function registerMediaRoutes(app: FastifyInstance): void {
  const names = readdirSync(MEDIA_DIR).filter((name) => name.endsWith(".svg"));
  const pictures = new Map(names.map((name) => [name, readFileSync(join(MEDIA_DIR, name))]));

  app.get<{ Params: { name: string } }>("/media/:name", (request, reply) => {
    const picture = pictures.get(request.params.name);
    if (picture === undefined) return reply.code(404).send({ message: "Picture not found." });
    return reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=86400")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(picture);
  });
}
