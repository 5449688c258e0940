import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendBrokenPicture } from "../variants/broken-pictures.ts";
import { createScenePictures } from "./scene-pictures.ts";

const missing = (reply: FastifyReply) => reply.code(404).send({ message: "Picture not found." });

/** The pictures that the seeded items name, and those that are broken on purpose. */
export function registerMediaRoutes(app: FastifyInstance, dataDir: string): void {
  const pictureOf = createScenePictures(dataDir);

  app.get<{ Params: { name: string } }>("/media/broken/:name", (request, reply) =>
    sendBrokenPicture(reply, request.params.name) ? reply : missing(reply),
  );

  app.get<{ Params: { "*": string } }>("/media/*", async (request, reply) => {
    // Items that an older release seeded name the drawings themselves.
    const name = request.params["*"].replace(/^([a-z-]+)\.svg$/, "$1.jpg");
    const picture = await pictureOf(name);
    if (picture === null) return missing(reply);
    const etag = `"${createHash("sha256").update(picture).digest("base64url").slice(0, 16)}"`;
    reply.header("etag", etag).header("cache-control", "public, max-age=86400");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("image/jpeg").header("x-content-type-options", "nosniff").send(picture);
  });
}
