import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { CONTENT_TAG, DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import { openChanges } from "./changes.ts";
import { createContentApiClient } from "./content-api-client.ts";
import { DataCache } from "./data-cache.ts";
import { createDueChanges } from "./due-changes.ts";
import { createEventWrites } from "./event-writes.ts";
import { SourceHealth } from "./health.ts";
import { HttpClient, type HttpLimits } from "./http/http-client.ts";
import { ItemRedirects } from "./item-redirects.ts";
import { ItemVersions } from "./item-versions.ts";
import type { ReadReport } from "./read-report.ts";
import { createDataFor } from "./site-data.ts";

declare module "fastify" {
  interface FastifyInstance {
    source: ReturnType<typeof openSource>;
    siteData: Awaited<ReturnType<typeof openSiteData>>;
  }
}

/** The head start while the source fails quickly: a page waits this long for an error, so that the page has its true status. */
const FAST_ERROR_MS = 600;
const CHECK_SOURCE_EVERY_MS = 30_000;

function openSource(app: FastifyInstance, limits: Partial<HttpLimits>) {
  const { config, log, clock, contentApiUrl: baseUrl } = app;
  const connect = (name: string) =>
    new HttpClient({
      source: "content-api",
      baseUrl,
      token: config.CONTENT_API_TOKEN,
      limits,
      app,
      onBreaker: (breaker) => log.warn({ source: name, breaker }, "content source breaker"),
    });
  const http = connect("content-api");
  const contactsHttp = connect("content-api contacts");
  const eventsHttp = connect("content-api events");
  app.addHook("onClose", async () => {
    await Promise.all([http, contactsHttp, eventsHttp].map((one) => one.close()));
  });
  const isSlowerThan = (ms: number) => http.isSlowerThan(ms);
  const health = new SourceHealth(app);
  const hidden = { news: new Set<string>(), events: new Set<string>() };
  const onReadReport = (report: ReadReport) => {
    health.recordRead(report);
    app.siteData.dueChanges.note(report);
    if (report.kind === "list") hidden[report.source] = new Set(report.hidden);
  };
  return {
    health,
    /** The ids and slugs of rows in the last lists that are not public, so that no link leads to those rows. */
    hidden,
    client: createContentApiClient({
      http,
      contactsHttp,
      eventsHttp,
      baseUrl,
      nextParameter: config.CONTENT_API_NEXT_PARAMETER,
      onReadReport,
      clock,
    }),
    /** Tells whether a response to a read within this many milliseconds is unlikely. */
    isSlowerThan,
    /** Returns the state of the circuit breaker of reads. */
    breaker: () => http.breaker(),
    breakers: () => ({
      "content-api": http.breaker(),
      "content-api contacts": contactsHttp.breaker(),
      "content-api events": eventsHttp.breaker(),
    }),
    headStartMs: (role: "page" | "section"): number => {
      const usualMs = config.HEAD_START_MS;
      if (role === "page" && health.isFailing() && !isSlowerThan(FAST_ERROR_MS))
        return Math.max(usualMs, FAST_ERROR_MS);
      return isSlowerThan(usualMs) ? 0 : usualMs;
    },
  };
}

/** Refreshes a stale list through the cache. If the cached list is fresh, only checks the source and leaves the cache unchanged. */
async function checkList({ clock, source }: FastifyInstance, cache: DataCache, tag: DataTag) {
  const startedMs = clock();
  const signal = AbortSignal.timeout(CHECK_SOURCE_EVERY_MS);
  const context = { requestId: "source-check", traceparent: undefined, signal, onError: () => {} };
  const cached = await cache.readAndIndex(tag, context).catch(() => null);
  if (cached === null || cached.stale || Date.parse(cached.fetchedAt) >= startedMs) return;
  await source.client[tag]
    .list(context)
    .catch((error: unknown) => source.health.recordError(tag, "list", error));
}

async function openSiteData(app: FastifyInstance) {
  const changes = openChanges(app);
  const dueChanges = createDueChanges(app, changes);
  const versions = new ItemVersions(app);
  await versions.open();
  const redirects = new ItemRedirects(app, changes);
  await redirects.load();
  const cache = new DataCache(app, changes, versions, redirects);
  let checks: NodeJS.Timeout | undefined;
  // A source in this process is read again at once, so that the search finds what was just written.
  if (app.config.CONTENT_API_URL === undefined)
    changes.subscribe((tags) => {
      for (const tag of tags) if (tag !== CONTENT_TAG) void checkList(app, cache, tag);
    });
  app.addHook("onClose", async () => {
    clearInterval(checks);
    await changes.close();
  });
  /** Reads both lists, so that the health of the source is current even when nobody visits. */
  const checkSource = async () => {
    await Promise.all(DATA_TAGS.map((tag) => checkList(app, cache, tag)));
  };
  return {
    dataFor: createDataFor(app, cache, versions),
    eventWrites: createEventWrites(app, changes),
    changes,
    redirects,
    dueChanges,
    cacheSize: () => cache.size,
    checkSource,
    startSourceChecks: () => {
      checks = setInterval(checkSource, CHECK_SOURCE_EVERY_MS);
    },
  };
}

export const sourcePlugin = fp<{ limits?: Partial<HttpLimits> | undefined }>(
  async (app, { limits = {} }) => {
    app.decorate("source", openSource(app, limits));
    app.decorate("siteData", await openSiteData(app));
  },
  { name: "source", dependencies: ["store", "embedded-api", "pictures", "search"] },
);
