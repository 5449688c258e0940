import type { FastifyInstance, FastifyReply } from "fastify";
import type { PageRenderer } from "../../../shared/contract/page-renderer.ts";
import { pageOfSocialCard } from "../../../shared/contract/social-card-paths.ts";
import { OverLimitError } from "../../concurrency-limit.ts";
import type { PictureStore } from "../../contract/pictures.ts";
import type { DataRouteDeps } from "../../contract/route-deps.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { matchesIfNoneMatch } from "../../http/cache/etag.ts";
import { clientKey } from "../../http/client-address.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { createCardRenderer } from "../../social-cards/card-renderer.ts";
import { createBuckets } from "../../social-cards/token-bucket.ts";

interface SocialCardDeps extends Pick<DataRouteDeps, "dataFor" | "now"> {
  /** The texts of a page's card. */
  cardOf: PageRenderer<unknown>["card"];
  pictures: Pick<PictureStore, "get">;
}

/** Some hundred cards of about 45 kB. */
const CACHE = { maxCards: 500, maxBytes: 24 * 1024 * 1024 };
/** Requests of one client, the crawler of a network among them. */
const REQUESTS = { burst: 120, perSecond: 2 };
/** Renders for all clients together: at most a quarter of one processor. */
const RENDERS = { burst: 120, perSecond: 4 };
const RETRY_AFTER_SECONDS = 5;

/** Networks take a picture or a status, not a page. */
function refuse(reply: FastifyReply, status: number): FastifyReply {
  if (status === 429 || status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
  reply.code(status).header("cache-control", cachePolicy.error);
  return reply.type("text/plain; charset=utf-8").send("There is no picture here.\n");
}

/** The bytes of one of our pictures; null when there are none now. */
async function pictureOf(
  pictures: Pick<PictureStore, "get">,
  url: string | null,
): Promise<Buffer | null> {
  const [, id] = /\/pictures\/([\w-]+)\//.exec(url ?? "") ?? [];
  if (id === undefined) return null;
  const outcome = await pictures.get({ id, width: 960, format: "jpg" });
  return outcome.kind === "ok" ? outcome.bytes : null;
}

/**
 * Pictures of pages for link previews. The URL names a page and nothing else: the texts come from that
 * page, so a card with other texts cannot be made. Rendered at the first request, those of static pages too:
 * it takes less time than one page view on a phone, and nothing has to be built or kept in sync.
 */
export async function socialCardRoutes(app: FastifyInstance, deps: SocialCardDeps): Promise<void> {
  const { cardOf, dataFor, pictures, now } = deps;
  const mayRequest = createBuckets({ ...REQUESTS, now });
  const mayRender = createBuckets({ ...RENDERS, now });
  const renderer = createCardRenderer({ ...CACHE, mayRender: () => mayRender("all") });

  app.get("/social/*", async (request, reply) => {
    const pathname = pageOfSocialCard(request.url.split("?", 1)[0] ?? "");
    if (pathname === null) return refuse(reply, 404);
    if (!mayRequest(clientKey(request))) return refuse(reply, 429);
    const result = await cardOf({
      pathname,
      siteData: dataFor(requestContextOf(request, reply)),
    });
    if (result.kind === "none") return refuse(reply, result.status);
    try {
      const { png, etag } = await renderer.render(
        result.card,
        await pictureOf(pictures, result.card.picture),
      );
      reply.headers({
        etag,
        "cache-control": cachePolicy.socialCard,
        "cross-origin-resource-policy": "cross-origin",
      });
      if (matchesIfNoneMatch(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.type("image/png").send(png);
    } catch (error) {
      if (error instanceof OverLimitError) return refuse(reply, 503);
      throw error;
    }
  });
}
