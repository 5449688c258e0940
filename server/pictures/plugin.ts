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
    pictures: {
      bytes: Pictures;
      views: PictureViews;
    };
  }
}

/** The pictures of the source: fetched, converted, kept under `DATA_DIR/pictures`. */
export const picturesPlugin = fp(
  async (app) => {
    // The ids of pictures are those of all instances.
    const keys = await openPictureKeys(app);
    const ids = createPictureIds({ keys, baseUrl: app.contentApiUrl });
    const bytes = new Pictures(app, ids);
    const views = createPictureViews(ids, bytes, app.config.PUBLIC_ORIGIN);
    app.decorate("pictures", { bytes, views });
  },
  { name: "pictures", dependencies: ["embedded-api"] },
);

const RETRY_AFTER_SECONDS = 5;
const REFUSALS = {
  "bad-request": { status: 400, text: `Pictures have the widths ${PICTURE_WIDTHS.join(", ")}.` },
  refused: { status: 404, text: "There is no picture at this URL." },
  missing: { status: 404, text: "There is no picture at this URL." },
  busy: { status: 503, text: "Too many pictures are being converted. Please try again." },
} as const;

function refuse(reply: FastifyReply, reason: keyof typeof REFUSALS): FastifyReply {
  const { status, text } = REFUSALS[reason];
  if (reason === "busy") reply.header("retry-after", RETRY_AFTER_SECONDS);
  return sendText(reply, status, text);
}

/** `{id}/{width}.{format}`, or why there is no such picture. */
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
  const { pictures } = app;
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
  async function find(reply: FastifyReply, path: string): Promise<FastifyReply> {
    const query = readPath(path);
    const found = typeof query === "string" ? query : await pictures.bytes.get(query);
    return typeof found === "string" ? refuse(reply, found) : send(reply, found);
  }

  app.get<{ Params: { "*": string } }>("/pictures/*", { onRequest: asFile }, (request, reply) => {
    const path = request.params["*"];
    const kept = pictures.bytes.kept(path);
    return kept ? send(reply, kept) : find(reply, path);
  });
}
