import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CARD_VARIANT } from "../../../shared/contract/social-card.ts";
import {
  PICTURE_TYPES,
  PICTURE_WIDTHS,
  type PictureFormat,
} from "../../../shared/model/picture-widths.ts";
import type {
  FoundPicture,
  PictureOutcome,
  PictureQuery,
  PictureStore,
} from "../../contract/pictures.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { type CachedResponse, createCachedResponse } from "../../http/cache/cached-response.ts";
import { strongEtag } from "../../http/cache/etag.ts";
import { type CacheHit, sendCached } from "../../http/cache/send-cached.ts";
import { DATA_POLICY, fileSecurityHeaders } from "../../http/security/security-headers.ts";
import type { Metrics } from "../../observability/metrics.ts";

interface PictureRouteDeps {
  pictures: PictureStore;
  metrics: Pick<Metrics, "pictureServed">;
  isSecure: boolean;
}

const URL_TEMPLATE = "/pictures/*";
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
  const [, id = "", width = "", format = ""] =
    /^([\w-]+)\/(\d{1,10}|1200x630)\.([a-z]+)$/.exec(path) ?? [];
  if (!isFormat(format)) return null;
  if (width === CARD_VARIANT) return format === "jpg" ? { id, width, format } : null;
  const known = PICTURE_WIDTHS.find((step) => String(step) === width);
  return known === undefined ? "bad-width" : { id, width: known, format };
}

function cacheControlOf({ isFinal, state }: FoundPicture): string {
  if (isFinal) return cachePolicy.pictureVersion;
  return state === "overload" ? cachePolicy.pictureInstead : cachePolicy.picture;
}

/** The response of a picture, laid out once for as long as its bytes are in memory. */
function createResponses(isSecure: boolean) {
  const common = Object.entries({
    ...fileSecurityHeaders({ isSecure }),
    // Unlike the build's files, these began as what a source sent.
    "content-security-policy": DATA_POLICY,
    // Feed readers and mail clients show pictures on pages of their own.
    "cross-origin-resource-policy": "cross-origin",
  }).flat();
  const responses = new WeakMap<FoundPicture, CachedResponse>();
  const create = (found: FoundPicture) =>
    createCachedResponse({
      bytes: found.bytes,
      headers: [...common, "content-type", found.type, "cache-control", cacheControlOf(found)],
      etag: strongEtag(found.file),
      status: 200,
      fetchedAtMs: null,
      freshUntilMs: 0,
      tags: [],
      route: URL_TEMPLATE,
      data: null,
    });
  return (found: FoundPicture): CachedResponse => {
    const known = responses.get(found);
    if (known) return known;
    const response = create(found);
    responses.set(found, response);
    return response;
  };
}

/**
 * Pictures of the source: `/pictures/{signed id}/{width}.{avif|webp|jpg}`, and `1200x630.jpg` for previews of links. A URL
 * that holds the version of the picture never changes its bytes.
 */
export async function pictureRoutes(
  app: FastifyInstance,
  { pictures, metrics, isSecure }: PictureRouteDeps,
): Promise<void> {
  const responseOf = createResponses(isSecure);
  const hitOf = (found: FoundPicture): CacheHit => {
    metrics.pictureServed(found.state);
    return { response: responseOf(found), state: null, isFile: true };
  };
  const send = (request: FastifyRequest, reply: FastifyReply, outcome: PictureOutcome) => {
    if (outcome.kind === "ok") {
      sendCached(request, reply, hitOf(outcome));
      return reply;
    }
    metrics.pictureServed(outcome.kind);
    return refuse(reply, outcome.kind);
  };

  app.get<{ Params: { "*": string } }>(URL_TEMPLATE, (request, reply) => {
    const path = request.params["*"];
    const kept = pictures.inMemory(path);
    if (kept) return send(request, reply, kept);
    const query = readQuery(path);
    if (query === "bad-width") return refuse(reply, "bad-request");
    if (query === null) return send(request, reply, { kind: "refused" });
    return pictures.get(query).then((found) => send(request, reply, found));
  });
}
