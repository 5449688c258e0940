import type { FastifyInstance } from "fastify";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";
import { GIFT_STATES } from "../giving/gift.schema.ts";
import type { GiftStats } from "../giving/gift-store.ts";
import { INBOX_STATES, type InboxStats } from "../submissions/inbox/inbox-stats.ts";
import { BREAKER_STATES } from "../upstream/http/circuit-breaker.ts";
import { versions } from "./versions.ts";

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/** What is counted in the store; null when it cannot be read. */
export interface Counted {
  inbox: () => Promise<InboxStats | null>;
  gifts: () => Promise<GiftStats | null>;
}

export interface GaugeDefinition {
  name: string;
  help: string;
  labels: readonly string[];
  /** No sample: a gauge without labels is absent. */
  read: (app: FastifyInstance, counted: Counted) => Sample[] | Promise<Sample[]>;
}

const breakerSamples = ({ source, giving }: FastifyInstance): Sample[] =>
  Object.entries({ ...source.breakers(), ...giving.breakers() }).flatMap(([source, current]) =>
    BREAKER_STATES.map((state) => ({
      labels: { source, state },
      value: Number(state === current),
    })),
  );

const fromSources =
  (read: (report: SourceReport) => Sample[]) =>
  ({ siteData }: FastifyInstance): Sample[] =>
    siteData.sources().sources.flatMap(read);

const rowSamples = fromSources(({ name: data, list }) => {
  const dropped = list.dropped.reduce((sum, { count }) => sum + count, 0);
  return [
    { labels: { data, outcome: "used" }, value: list.rows - dropped },
    { labels: { data, outcome: "dropped" }, value: dropped },
  ];
});

const dateSamples = fromSources(({ name: data, list }) =>
  Object.entries(list.dates).map(([outcome, value]) => ({ labels: { data, outcome }, value })),
);

/** Of an error status the number too: it tells an expired key from a wrong path. */
const faultLabel = ({ name, detail }: { name: string; detail: string }) =>
  name === "status" ? detail : name;

const faultSamples = fromSources(({ name: data, health: { fault } }) =>
  fault === null ? [] : [{ labels: { data, fault: faultLabel(fault) }, value: 1 }],
);

const lastGoodSamples = fromSources(({ name: data, health: { lastGoodAt } }) =>
  lastGoodAt === null ? [] : [{ labels: { data }, value: Date.parse(lastGoodAt) / 1_000 }],
);

async function messageSamples(_app: FastifyInstance, { inbox }: Counted): Promise<Sample[]> {
  const stats = await inbox();
  if (stats === null) return [];
  return INBOX_STATES.map((state) => ({ labels: { state }, value: stats.counts[state] }));
}

async function oldestWaitingSamples(
  { clock }: FastifyInstance,
  { inbox }: Counted,
): Promise<Sample[]> {
  const since = (await inbox())?.oldestWaitingAt ?? null;
  return [{ value: since === null ? 0 : Math.max(0, (clock() - since) / 1_000) }];
}

async function giftSamples(_app: FastifyInstance, { gifts }: Counted): Promise<Sample[]> {
  const stats = await gifts();
  if (stats === null) return [];
  return GIFT_STATES.flatMap((state) =>
    Object.entries(stats.counts[state]).map(([currency, value]) => ({
      labels: { state, currency },
      value,
    })),
  );
}

async function oldestPendingSamples(
  { clock }: FastifyInstance,
  { gifts }: Counted,
): Promise<Sample[]> {
  const since = (await gifts())?.oldestPendingAt ?? null;
  return [{ value: since === null ? 0 : Math.max(0, (clock() - since) / 1_000) }];
}

const checkSamples = ({ readiness }: FastifyInstance): Sample[] =>
  Object.entries(readiness().checks).map(([part, { state }]) => ({
    labels: { part },
    value: Number(state === "ok"),
  }));

export const STATE_GAUGES: readonly GaugeDefinition[] = [
  {
    name: "site_source_breaker",
    help: "1 for the current state of the circuit breaker",
    labels: ["source", "state"],
    read: breakerSamples,
  },
  {
    name: "site_source_rows",
    help: "Rows of the last list: used, or dropped because they are invalid",
    labels: ["data", "outcome"],
    read: rowSamples,
  },
  {
    name: "site_source_dates",
    help: "Dates of the used rows of the last list, by which they are sorted",
    labels: ["data", "outcome"],
    read: dateSamples,
  },
  {
    name: "site_source_missing_fields",
    help: "Fields of the contract that no row of the last list has",
    labels: ["data"],
    read: fromSources(({ name: data, list }) => [{ labels: { data }, value: list.missing.length }]),
  },
  {
    name: "site_source_usable",
    help: "1 while the last response was usable, or before the first",
    labels: ["data"],
    read: fromSources(({ name: data, health }) => [
      { labels: { data }, value: Number(health.usable) },
    ]),
  },
  {
    name: "site_source_fault",
    help: "1 for what is wrong with the last response; absent while it is usable",
    labels: ["data", "fault"],
    read: faultSamples,
  },
  {
    name: "site_source_last_good_timestamp_seconds",
    help: "Time at which the newest usable list was requested; absent before the first",
    labels: ["data"],
    read: lastGoodSamples,
  },
  {
    name: "site_fresh_seconds",
    help: "The setting `FRESH_SECONDS`, for rules about the age of data",
    labels: [],
    read: ({ config }) => [{ value: config.FRESH_SECONDS }],
  },
  {
    name: "site_inbox_messages",
    help: "Messages by their state",
    labels: ["state"],
    read: messageSamples,
  },
  {
    name: "site_inbox_oldest_waiting_seconds",
    help: "Age of the oldest message that waits for delivery; 0 when none waits",
    labels: [],
    read: oldestWaitingSamples,
  },
  {
    name: "site_gifts",
    help: "Gifts by their state and currency",
    labels: ["state", "currency"],
    read: giftSamples,
  },
  {
    name: "site_gifts_oldest_pending_seconds",
    help: "Age of the oldest payment without an answer; 0 when none waits",
    labels: [],
    read: oldestPendingSamples,
  },
  {
    name: "site_copies",
    help: "Cache entries of source responses in memory",
    labels: [],
    read: ({ siteData }) => [{ value: siteData.cacheSize().cacheEntries }],
  },
  {
    name: "site_picture_cache_bytes",
    help: "Size of the pictures in `DATA_DIR/pictures`",
    labels: [],
    read: ({ pictures }) => [{ value: pictures.size().bytes }],
  },
  {
    name: "site_page_cache_pages",
    help: "Pages in the response cache",
    labels: [],
    read: ({ pages }) => [{ value: pages.pageCache?.size().pages ?? 0 }],
  },
  {
    name: "site_page_cache_bytes",
    help: "Size of the pages in the response cache, all content encodings",
    labels: [],
    read: ({ pages }) => [{ value: pages.pageCache?.size().bytes ?? 0 }],
  },
  {
    name: "site_part_up",
    help: "1 when a check of /health/ready is ok",
    labels: ["part"],
    read: checkSamples,
  },
  {
    name: "site_build_info",
    help: "Always 1; versions as labels",
    labels: ["site", "node", "fastify", "react"],
    read: () => [{ labels: { ...versions() }, value: 1 }],
  },
];
