import type { Logger } from "pino";
import type { DataCache } from "../bff/cache/data-cache.ts";
import type { Config } from "../config.ts";
import type { GiftStore } from "../giving/gift-store.ts";
import type { GiftPayments } from "../giving/payments/gift-payments.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { SiteState } from "../observability/site-status.ts";
import type { BeginSpan } from "../observability/tracing.ts";
import type { PictureStore } from "../pictures/pictures.ts";
import { type ComposedSearch, createSiteSearch } from "../search/site-search.ts";
import type { Store } from "../store/store.ts";
import type { IdempotencyStore } from "../submissions/idempotency/idempotency-store.ts";
import type { SpamCheck } from "../submissions/spam-check.ts";
import type { SubmissionService } from "../submissions/submission-service.ts";
import type { HttpLimits } from "../upstream/http/http-client.ts";
import { type ComposedData, composeData } from "./data.ts";
import { composeGiving } from "./giving.ts";
import { composePayments } from "./payments.ts";
import { type ComposedPictures, composePictures, type PictureMetrics } from "./pictures.ts";
import { type ComposedSource, composeSource } from "./source.ts";
import { composeSubmissions } from "./submissions.ts";

/** The object graph below the routes. */
export interface Composition
  extends Pick<ComposedData, "dataFor" | "eventWrites" | "onDataChange"> {
  submissions: SubmissionService;
  pictures: PictureStore;
  search: ComposedSearch;
  /** Null without a payment provider. */
  payments: GiftPayments | null;
  /** Resolves when requests may come: ids of pictures are then those of all instances. */
  ready: Promise<void>;
  spamCheck: SpamCheck;
  gifts: GiftStore;
  idempotency: IdempotencyStore;
  /** How long a page may wait for its data now, milliseconds. */
  headStartMs: (role: "page" | "part") => number;
  /** For health and metrics. */
  state: SiteState;
  close: () => Promise<void>;
}

export interface CompositionOptions {
  contentApiUrl: string;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
  config: Config;
  /** What several instances share, or this one keeps on its disk. */
  database: Store;
  /** Whether values of the source are kept in the store too. */
  isStored: boolean;
  metrics: Pick<Metrics, "entryUnreadable" | "paymentChecked"> & PictureMetrics;
  /** Null without tracing. */
  beginSpan: BeginSpan | null;
  /** Of calls to the source, where they differ from the usual ones. */
  sourceLimits?: Partial<HttpLimits> | undefined;
}

interface StatefulParts {
  source: ComposedSource;
  payments: ReturnType<typeof composePayments>;
  submissions: ReturnType<typeof composeSubmissions>;
  gifts: GiftStore;
  cache: DataCache;
  pictures: ComposedPictures;
  database: Store;
}

/** For health and metrics. */
function stateOf(parts: StatefulParts): SiteState {
  const { source, payments, submissions, gifts, cache, pictures, database } = parts;
  return {
    ...source.state,
    breakers: () => ({ ...source.state.breakers(), ...payments?.breakers() }),
    inbox: submissions.inboxStats,
    gifts: () => gifts.stats(),
    cacheEntries: cache.size,
    pictures: pictures.size,
    storeFault: database.fault,
  };
}

/** Builds the object graph manually: source, data, submissions. */
export function compose(options: CompositionOptions): Composition {
  const { logger, now, config, database, metrics, beginSpan } = options;
  const source = composeSource({ ...options, copyStats: (tag) => data.cache.stats(tag) });
  const pictures = composePictures(options);
  const search = createSiteSearch((err) => logger.error({ err }, "search index is not up to date"));
  const data = composeData({ ...options, source, pictures: pictures.views, search });
  const submissions = composeSubmissions({
    source: source.client,
    config,
    store: database,
    logger,
    now,
  });
  const giving = composeGiving({ config, store: database, logger, now });
  const { gifts } = giving;
  const payments = composePayments({ config, gifts, logger, now, metrics, beginSpan });
  return {
    dataFor: data.dataFor,
    eventWrites: data.eventWrites,
    onDataChange: data.onDataChange,
    submissions: submissions.service,
    spamCheck: submissions.spamCheck,
    idempotency: submissions.idempotency,
    gifts: giving.gifts,
    pictures: pictures.pictures,
    search,
    payments: payments?.payments ?? null,
    ready: pictures.ready,
    headStartMs: (role) => source.headStartMs(role, config.HEAD_START_MS),
    state: stateOf({
      ...{ source, payments, submissions, gifts, cache: data.cache, pictures, database },
    }),
    close: async () => {
      await submissions.close();
      await payments?.close();
      giving.close();
      await pictures.close();
      await data.close();
      search.close();
      await source.close();
      await database.close();
    },
  };
}
