import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { DATA_TAGS, type DataTag } from "../../shared/contract/site-data.ts";
import { openChanges } from "./changes.ts";
import { createContentApiClient } from "./content-api-client.ts";
import { DataCache } from "./data-cache.ts";
import { createEventWrites } from "./event-writes.ts";
import { openFirstSeen } from "./first-seen.ts";
import { SourceHealth } from "./health.ts";
import { HttpClient, type HttpLimits } from "./http/http-client.ts";
import { createDataFor } from "./site-data.ts";

declare module "fastify" {
  interface FastifyInstance {
    source: ReturnType<typeof openSource>;
    siteData: ReturnType<typeof openSiteData>;
  }
}

const READS = "content-api";
const CONTACTS = `${READS} contacts`;
const EVENTS = `${READS} events`;

/** Errors of a source that fails faster than this are waited for: the page then has its true status. */
const FAST_ERROR_MS = 600;

/** Health and alerts are about the source as it is now. */
const CHECK_SOURCE_EVERY_MS = 30_000;

function openSource(app: FastifyInstance, limits: Partial<HttpLimits>) {
  const { config, log, contentApiUrl: baseUrl } = app;
  /** One for each kind of call: one kind may fail while the others do not, or be slow. */
  const connect = (name: string) =>
    new HttpClient({
      ...{ source: READS, baseUrl, token: config.CONTENT_API_TOKEN, limits, app },
      onBreaker: (breaker) => log.warn({ source: name, breaker }, "content source breaker"),
    });
  const [http, contactsHttp, eventsHttp] = [connect(READS), connect(CONTACTS), connect(EVENTS)];
  app.addHook("onClose", async () => {
    await Promise.all([http, contactsHttp, eventsHttp].map((one) => one.close()));
  });
  const isSlowerThan = (ms: number) => http.isSlowerThan(ms);
  const health = new SourceHealth(app);
  return {
    health,
    client: createContentApiClient({
      ...{ http, contactsHttp, eventsHttp, baseUrl },
      nextParameter: config.CONTENT_API_NEXT_PARAMETER,
      onReadReport: (report) => health.recordRead(report),
    }),
    /** Of reads: a response within so many milliseconds is unlikely. */
    isSlowerThan,
    /** The state of the circuit breaker of reads. */
    breaker: () => http.breaker(),
    breakers: () => ({
      [READS]: http.breaker(),
      [CONTACTS]: contactsHttp.breaker(),
      [EVENTS]: eventsHttp.breaker(),
    }),
    /** How long a page may wait for its data now, milliseconds. */
    headStartMs: (role: "page" | "part"): number => {
      const usualMs = config.HEAD_START_MS;
      if (role === "page" && health.isFailing() && !isSlowerThan(FAST_ERROR_MS))
        return Math.max(usualMs, FAST_ERROR_MS);
      return isSlowerThan(usualMs) ? 0 : usualMs;
    },
  };
}

/** Through the cache where its list is stale; else the source alone is asked, and what is cached stays as it is. */
async function checkList({ clock, source }: FastifyInstance, cache: DataCache, tag: DataTag) {
  const startedMs = clock();
  const signal = AbortSignal.timeout(CHECK_SOURCE_EVERY_MS);
  const context = { requestId: "source-check", traceparent: undefined, signal, onError: () => {} };
  const cached = await cache.list(tag, context).catch(() => null);
  if (cached === null || cached.stale || Date.parse(cached.fetchedAt) >= startedMs) return;
  await source.client[tag]
    .list(context)
    .catch((error: unknown) => source.health.recordError(tag, "list", error));
}

/** News and events over the cache, and the writes that invalidate it. */
function openSiteData(app: FastifyInstance) {
  const changes = openChanges(app);
  const seen = openFirstSeen(app);
  const cache = new DataCache(app, changes, seen);
  let checks: NodeJS.Timeout | undefined;
  // A source in this process is read again at once, so that what was written is found by the search, too.
  if (app.config.CONTENT_API_URL === undefined)
    changes.subscribe((tags) => {
      for (const tag of tags) void checkList(app, cache, tag);
    });
  app.addHook("onClose", async () => {
    clearInterval(checks);
    await changes.close();
  });
  /** Reads both lists, so that the health of the source is that of now also when nobody visits. */
  const checkSource = async () => {
    await Promise.all(DATA_TAGS.map((tag) => checkList(app, cache, tag)));
  };
  return {
    dataFor: createDataFor(app, cache, seen),
    eventWrites: createEventWrites(app, changes),
    changes,
    cacheSize: () => cache.size,
    checkSource,
    /** Does so every 30 s until the site closes, however long a list is fresh. */
    startSourceChecks: () => {
      checks = setInterval(checkSource, CHECK_SOURCE_EVERY_MS);
    },
  };
}

/** The content API, and the site's data. `limits` of calls are those of tests. */
export const sourcePlugin = fp<{ limits?: Partial<HttpLimits> | undefined }>(
  async (app, { limits = {} }) => {
    app.decorate("source", openSource(app, limits));
    app.decorate("siteData", openSiteData(app));
  },
  { name: "source", dependencies: ["store", "embedded-api", "pictures", "search"] },
);
