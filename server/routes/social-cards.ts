import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { DataFor } from "../../shared/contract/api-data.ts";
import { pageOfSocialCard } from "../../shared/social-card-paths.ts";
import { createCardPainter } from "../social/card-painter.ts";
import { createBuckets } from "../social/token-bucket.ts";
import { NoRoomError } from "../social/turns.ts";
import { cachePolicy } from "../ssr/cache-policy.ts";
import type { Renderer } from "../ssr/render-page.ts";
import { askerOf } from "./asker.ts";

interface Deps {
  renderer: Renderer;
  dataFor: DataFor;
  /** The clock, milliseconds. */
  now: () => number;
}

/** Some hundred cards of about 45 kB. */
const KEPT = { maxCards: 500, maxBytes: 24 * 1024 * 1024 };
/** One address, a network's crawler among them, may ask this often. */
const ASKING = { burst: 120, perSecond: 2 };
/** All together may have this many drawn: one processor at a quarter, at the worst. */
const DRAWING = { burst: 120, perSecond: 4 };
const RETRY_AFTER_SECONDS = 5;

/** Networks want a picture or a status, not a page. */
function refuse(reply: FastifyReply, status: number): FastifyReply {
  if (status === 429 || status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
  reply.code(status).header("cache-control", cachePolicy.error);
  return reply.type("text/plain; charset=utf-8").send("There is no picture here.\n");
}

/**
 * Pictures that stand for pages where their addresses are shared. The address names a page and nothing
 * else: the words are asked of that page, so no other words can be had. Drawn when first asked for, the
 * static ones too: it takes less time than one page view on a phone, and nothing has to be built or kept in step.
 */
export async function socialCardRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { renderer, dataFor, now } = deps;
  const mayAsk = createBuckets({ ...ASKING, now });
  const mayDraw = createBuckets({ ...DRAWING, now });
  const painter = createCardPainter({ ...KEPT, mayDraw: () => mayDraw("all") });

  app.get("/social/*", async (request, reply) => {
    const pathname = pageOfSocialCard(request.url.split("?", 1)[0] ?? "");
    if (pathname === null) return refuse(reply, 404);
    if (!mayAsk(normalizeIP(request.ip, 64))) return refuse(reply, 429);
    const answer = await renderer.card({ pathname, siteData: dataFor(askerOf(request, reply)) });
    if (answer.kind === "none") return refuse(reply, answer.status);
    try {
      const { png, etag } = await painter.paint(answer.card);
      reply.headers({
        etag,
        "cache-control": cachePolicy.socialCard,
        "cross-origin-resource-policy": "cross-origin",
      });
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.type("image/png").send(png);
    } catch (fault) {
      if (fault instanceof NoRoomError) return refuse(reply, 503);
      throw fault;
    }
  });
}
