import type { FastifyInstance, FastifyReply } from "fastify";
import {
  CARD_VARIANT,
  PICTURE_TYPES,
  PICTURE_WIDTHS,
  type PictureFormat,
} from "../../shared/model/picture-widths.ts";
import { cachePolicy } from "../http/cache-control.ts";
import { DATA_POLICY } from "../http/security-headers.ts";
import type { FoundPicture, PictureOutcome, PictureQuery } from "./pictures.ts";

const RETRY_AFTER_SECONDS = 5;
const REFUSALS = {
  "bad-request": { status: 400, text: `Pictures have the widths ${PICTURE_WIDTHS.join(", ")}.\n` },
  refused: { status: 404, text: "There is no picture at this URL.\n" },
  missing: { status: 404, text: "There is no picture at this URL.\n" },
  busy: { status: 503, text: "Too many pictures are being converted. Please try again.\n" },
} as const;

function refuse(reply: FastifyReply, reason: keyof typeof REFUSALS): FastifyReply {
  const { status, text } = REFUSALS[reason];
  if (reason === "busy") reply.header("retry-after", RETRY_AFTER_SECONDS);
  reply.code(status).header("cache-control", cachePolicy.error);
  return reply.type("text/plain; charset=utf-8").send(text);
}

const isFormat = (text = ""): text is PictureFormat => Object.hasOwn(PICTURE_TYPES, text);

/** `{id}/{width}.{format}`; null when it has another form. */
function readPath(path: string): PictureQuery | "bad-request" | null {
  const [, id = "", width = "", format] =
    /^([\w-]+)\/(\d{1,10}|1200x630)\.([a-z]+)$/.exec(path) ?? [];
  if (!isFormat(format)) return null;
  if (width === CARD_VARIANT) return format === "jpg" ? { id, width, format } : null;
  const known = PICTURE_WIDTHS.find((step) => String(step) === width);
  return known === undefined ? "bad-request" : { id, width: known, format };
}

function cacheControlOf({ isFinal, state }: FoundPicture): string {
  if (isFinal) return cachePolicy.pictureVersion;
  return state === "overload" ? cachePolicy.pictureInstead : cachePolicy.picture;
}

/**
 * Pictures of the source: `/pictures/{signed id}/{width}.{avif|webp|jpg}`, and `1200x630.jpg` for previews of links. A URL
 * that holds the version of the picture never changes its bytes.
 */
export async function pictureRoutes(app: FastifyInstance): Promise<void> {
  const { pictures, metrics } = app;
  function send(reply: FastifyReply, outcome: PictureOutcome): FastifyReply {
    metrics.pictures.inc({ state: outcome.state });
    if (!("bytes" in outcome)) return refuse(reply, outcome.state);
    reply.headers({
      // Unlike the build's files, these began as what a source sent.
      "content-security-policy": DATA_POLICY,
      // Feed readers and mail clients show pictures on pages of their own.
      "cross-origin-resource-policy": "cross-origin",
      "content-type": outcome.type,
      "cache-control": cacheControlOf(outcome),
      etag: outcome.etag,
    });
    return reply.send(outcome.bytes);
  }

  app.get<{ Params: { "*": string } }>(
    "/pictures/*",
    { config: { areFiles: true } },
    (request, reply) => {
      const path = request.params["*"];
      const kept = pictures.kept(path);
      if (kept) return send(reply, kept);
      const wanted = readPath(path);
      if (wanted === "bad-request") return refuse(reply, wanted);
      if (wanted === null) return send(reply, { state: "refused" });
      return pictures.get(wanted).then((outcome) => send(reply, outcome));
    },
  );
}
