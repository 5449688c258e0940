import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { CARD_VARIANT, PICTURE_WIDTHS } from "../../shared/model/picture-widths.ts";
import { asFile } from "../http/finish-response.ts";
import { DATA_POLICY } from "../http/headers.ts";
import { sendText } from "../http/problems.ts";
import type { PictureQuery } from "./convert-picture.ts";
import { createPictureIds, openPictureKeys } from "./picture-ids.ts";
import { createPictureViews, PICTURE_FORMATS, type PictureViews } from "./picture-urls.ts";
import { Pictures } from "./pictures.ts";

declare module "fastify" {
  interface FastifyInstance {
    pictures: { bytes: Pictures; views: PictureViews };
  }
}

export const picturesPlugin = fp(
  async (app) => {
    const keys = await openPictureKeys(app);
    const ids = createPictureIds({ keys, baseUrl: app.contentApiUrl });
    const bytes = new Pictures(app, ids);
    const views = createPictureViews(ids, bytes, app.config.PUBLIC_ORIGIN);
    app.decorate("pictures", { bytes, views });
  },
  { name: "pictures", dependencies: ["embedded-api"] },
);

const REFUSALS = {
  "bad-request": [400, `Pictures have the widths ${PICTURE_WIDTHS.join(", ")}.`],
  missing: [404, "There is no picture at this URL."],
  busy: [503, "Too many pictures are being converted. Please try again."],
} as const;

/** The path of a picture: `Zm91bmQ/640.webp`, `Zm91bmQ/1200x630.jpg`. */
const PICTURE_PATH = /^([\w-]+)\/(\d{1,10}|1200x630)\.([a-z]+)$/;

function readPath(path: string): PictureQuery | "bad-request" | "missing" {
  const [, id = "", size = "", ending = ""] = PICTURE_PATH.exec(path) ?? [];
  const format = PICTURE_FORMATS.find((one) => one === ending);
  if (format === undefined) return "missing";
  if (size === CARD_VARIANT && format === "jpg") return { id, width: size, format };
  const width = PICTURE_WIDTHS.find((step) => String(step) === size);
  return width === undefined ? "bad-request" : { id, width, format };
}

/** Adds `/pictures/{signed id}/{width}.{avif|webp|jpg}`, and `1200x630.jpg` for link previews. */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
  const { bytes } = app.pictures;
  type OfPath = { Params: { "*": string } };
  app.get<OfPath>("/pictures/*", { onRequest: asFile }, async (request, reply) => {
    const path = request.params["*"];
    const find = () => {
      const query = readPath(path);
      return typeof query === "string" ? query : bytes.get(query);
    };
    const found = bytes.kept(path) ?? (await find());
    if (found === "busy") reply.header("retry-after", 5);
    if (typeof found === "string") {
      const [status, text] = REFUSALS[found];
      return sendText(reply, status, text);
    }
    reply.headers({
      // Unlike the build's files, these bytes come from a source.
      "content-security-policy": DATA_POLICY,
      // Feed readers and mail clients show pictures on pages of their own.
      "cross-origin-resource-policy": "cross-origin",
      "content-type": found.type,
      "cache-control": found.cacheControl,
      etag: found.etag,
    });
    return reply.send(found.bytes);
  });
}
