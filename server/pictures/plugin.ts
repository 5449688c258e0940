import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { CARD_VARIANT, PICTURE_WIDTHS } from "../../shared/model/picture-widths.ts";
import { asFile } from "../http/finish-response.ts";
import { DATA_POLICY } from "../http/headers.ts";
import { sendText } from "../http/problems.ts";
import type { PictureQuery } from "./convert-picture.ts";
import {
  createPictureIds,
  createPictureViews,
  openPictureKeys,
  PICTURE_FORMATS,
  type PictureViews,
} from "./picture-urls.ts";
import { type FoundPicture, Pictures } from "./pictures.ts";

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
  refused: [404, "There is no picture at this URL."],
  missing: [404, "There is no picture at this URL."],
  busy: [503, "Too many pictures are being converted. Please try again."],
} as const;

function readPath(path: string): PictureQuery | "bad-request" | "refused" {
  const [, id = "", size = "", ending = ""] =
    /^([\w-]+)\/(\d{1,10}|1200x630)\.([a-z]+)$/.exec(path) ?? [];
  const format = PICTURE_FORMATS.find((one) => one === ending);
  if (format === undefined) return "refused";
  if (size === CARD_VARIANT && format === "jpg") return { id, width: size, format };
  const width = PICTURE_WIDTHS.find((step) => String(step) === size);
  return width === undefined ? "bad-request" : { id, width, format };
}

/** `/pictures/{signed id}/{width}.{avif|webp|jpg}`, and `1200x630.jpg` for previews of links. */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
  const { bytes } = app.pictures;
  function send(reply: FastifyReply, picture: FoundPicture): FastifyReply {
    reply.headers({
      // Unlike the build's files, these began as what a source sent.
      "content-security-policy": DATA_POLICY,
      // Feed readers and mail clients show pictures on pages of their own.
      "cross-origin-resource-policy": "cross-origin",
      "content-type": picture.type,
      "cache-control": picture.cacheControl,
      etag: picture.etag,
    });
    return reply.send(picture.bytes);
  }

  type OfPath = { Params: { "*": string } };
  app.get<OfPath>("/pictures/*", { onRequest: asFile }, async (request, reply) => {
    const path = request.params["*"];
    const kept = bytes.kept(path);
    if (kept) return send(reply, kept);
    const query = readPath(path);
    const found = typeof query === "string" ? query : await bytes.get(query);
    if (typeof found !== "string") return send(reply, found);
    if (found === "busy") reply.header("retry-after", 5);
    const [status, text] = REFUSALS[found];
    return sendText(reply, status, text);
  });
}
