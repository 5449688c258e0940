import type { FastifyInstance, FastifyReply } from "fastify";
import {
  PICTURE_TYPES,
  PICTURE_WIDTHS,
  type PictureFormat,
} from "../../../shared/model/picture-widths.ts";
import type { PictureOutcome, PictureQuery, PictureStore } from "../../contract/pictures.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import type { Metrics } from "../../observability/metrics.ts";

interface PictureRouteDeps {
  pictures: PictureStore;
  metrics: Pick<Metrics, "pictureServed">;
}

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

const isFormat = (text: string): text is PictureFormat => Object.hasOwn(PICTURE_TYPES, text);

/** `{id}/{width}.{format}`; null when it has another form. */
function readQuery(path: string): PictureQuery | "bad-width" | null {
  const [, id = "", width = "", format = ""] = /^([\w-]+)\/(\d{1,10})\.([a-z]+)$/.exec(path) ?? [];
  if (!isFormat(format)) return null;
  const known = PICTURE_WIDTHS.find((step) => String(step) === width);
  return known === undefined ? "bad-width" : { id, width: known, format };
}

function cacheControlOf({ isFinal, state }: Extract<PictureOutcome, { kind: "ok" }>): string {
  if (isFinal) return cachePolicy.pictureVersion;
  return state === "overload" ? cachePolicy.pictureInstead : cachePolicy.picture;
}

/**
 * Pictures of the source: `/pictures/{signed id}/{width}.{avif|webp|jpg}`. A URL that holds the version of the picture never
 * changes its bytes; so it needs no `ETag`.
 */
export async function pictureRoutes(
  app: FastifyInstance,
  { pictures, metrics }: PictureRouteDeps,
): Promise<void> {
  const send = (reply: FastifyReply, outcome: PictureOutcome) => {
    metrics.pictureServed(outcome.kind === "ok" ? outcome.state : outcome.kind);
    if (outcome.kind !== "ok") return refuse(reply, outcome.kind);
    reply.header("cache-control", cacheControlOf(outcome));
    // Feed readers and mail clients show pictures on pages of their own.
    reply.header("cross-origin-resource-policy", "cross-origin");
    return reply.type(outcome.type).send(outcome.bytes);
  };

  app.get<{ Params: { "*": string } }>("/pictures/*", (request, reply) => {
    const query = readQuery(request.params["*"]);
    if (query === "bad-width") return refuse(reply, "bad-request");
    if (query === null) return send(reply, { kind: "refused" });
    const kept = pictures.inMemory(query);
    return kept ? send(reply, kept) : pictures.get(query).then((found) => send(reply, found));
  });
}
