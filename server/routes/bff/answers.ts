import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AnswerMeta } from "../../../shared/contract/answers.ts";
import type { DataTag } from "../../../shared/contract/data-tags.ts";
import { entityTag } from "../../entity-tag.ts";
import { openToAll } from "../../plugins/open-to-all.ts";
import { securityHeaders } from "../../plugins/security-headers.ts";
import { cachePolicy } from "../../ssr/cache-policy.ts";
import { freshForMs, sendCached } from "../../ssr/cached-page.ts";
import type { PageCache } from "../../ssr/page-cache.ts";
import { readyPage } from "../../ssr/ready-page.ts";
import { takesJson } from "./takes-json.ts";

export interface AnswerDeps {
  /** Answers as ready bytes, by their address. */
  kept: PageCache;
  /** `FRESH_SECONDS`: how long data of the source is not asked for again. */
  freshSeconds: number;
  isSecure: boolean;
  /** The clock, milliseconds. */
  now: () => number;
}

/** An answer to be made ready: read once by its schema, written once, sent many times. */
export interface Answer {
  schema: z.ZodType;
  body: { data: unknown; meta: AnswerMeta; links: object };
  /** A `Link` header. */
  link?: string;
  /** Of the item alone, where a change names it; of what the answer says unless given. */
  etag?: string;
}

/** A saved copy is no base for a change, and must not pass for the item as it is. */
const tagOfCopy = (etag: string) => etag.replace(/"$/, '-saved"');

/** The clock of an answer moves while its words stay: equal words have one tag. */
function tagOf({ body: { data, meta, links }, etag }: Answer): string {
  if (etag !== undefined) return meta.stale ? tagOfCopy(etag) : etag;
  return `W/${entityTag([data, links, meta.stale])}`;
}

export interface Answers {
  /** Sends what is kept for this address, past the framework; false when there is nothing. */
  sendKept(request: FastifyRequest, reply: FastifyReply): boolean;
  /** To be taken before data is read: what is read before a change is not kept after it. */
  purges(): number;
  send(reply: FastifyReply, answer: Answer, purgesBefore: number): Promise<FastifyReply>;
}

/** Answers under `/bff` as ready bytes: the pages' own cache, its headers and its way of sending. */
export function createAnswers({ kept, freshSeconds, isSecure, now }: AnswerDeps): Answers {
  const common = Object.entries({
    ...securityHeaders({ isSecure }),
    ...openToAll,
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  }).flat();

  const bytesOf = ({ schema, body }: Answer) => Buffer.from(JSON.stringify(z.encode(schema, body)));
  function headersOf({ link, body }: Answer): string[] {
    const policy = body.meta.stale ? cachePolicy.doubtful : cachePolicy.api;
    const headers = [...common, "cache-control", policy];
    return link === undefined ? headers : [...headers, "link", link];
  }

  function aboutOf({ routeOptions }: FastifyRequest, { body }: Answer) {
    // A news item names events and an event names news: a change of either may show.
    const tags: readonly DataTag[] = ["news", "events"];
    const data = body.meta.stale ? ("stale" as const) : ("fresh" as const);
    return { tags, data, route: routeOptions.url ?? "*" };
  }

  function keep(request: FastifyRequest, answer: Answer, purgesBefore: number) {
    const { fetchedAt } = answer.body.meta;
    const freshness = { state: "fresh", oldestFetchedAt: fetchedAt } as const;
    return kept.keep(request.url, {
      ...{ ...aboutOf(request, answer), purgesBefore },
      ...{ bytes: bytesOf(answer), headers: headersOf(answer), etag: tagOf(answer) },
      fetchedAtMs: Date.parse(fetchedAt),
      freshForMs: freshForMs(freshness, { nowMs: now(), freshSeconds }),
    });
  }

  /** A saved copy is said anew each time: the source may be back with the next question. */
  function once(request: FastifyRequest, answer: Answer) {
    return readyPage({
      ...{ ...aboutOf(request, answer), status: 200 },
      ...{ bytes: bytesOf(answer), headers: headersOf(answer), etag: tagOf(answer) },
      ...{ fetchedAtMs: Date.parse(answer.body.meta.fetchedAt), freshUntilMs: 0 },
    });
  }

  return {
    sendKept(request, reply) {
      if (!takesJson(request.headers.accept)) return false;
      const page = kept.get(request.url);
      const nowMs = now();
      if (!page || page.freshUntilMs <= nowMs) return false;
      sendCached(request, reply, { page, state: "hit", nowMs });
      return true;
    },
    purges: () => kept.purges(),
    async send(reply, answer, purgesBefore) {
      const { request } = reply;
      const { stale } = answer.body.meta;
      const page = stale ? once(request, answer) : keep(request, answer, purgesBefore);
      if (stale) kept.drop(request.url);
      sendCached(request, reply, { page, state: stale ? "skip" : "miss", nowMs: now() });
      return reply;
    },
  };
}
