import type { FastifyInstance } from "fastify";
import { Gauge } from "prom-client";
import { type ListHealth, usedRows } from "../source/health.ts";
import { BREAKER_STATES } from "../source/http/circuit-breaker.ts";
import { versions } from "./metrics.ts";

/** A value for each set of labels; without one the gauge is absent. */
type Samples = [labels: Record<string, string>, value: number][];
/** Adds a gauge, which is read at each scrape: one number, or samples with these labels. */
type AddGauge = (
  name: string,
  help: string,
  read: () => number | Samples | Promise<number | Samples>,
  ...labelNames: string[]
) => void;

/** A value for each value of a label. */
const by = (label: string, values: Readonly<Record<string, number>>, others = {}): Samples =>
  Object.entries(values).map(([key, value]) => [{ ...others, [label]: key }, value]);

/** What is in the store; without its values while it cannot be read. */
function addStoreGauges(gauge: AddGauge, app: FastifyInstance): void {
  const inbox = () => app.submissions.inbox.stats().catch(() => null);
  const gifts = () => app.giving.gifts.stats().catch(() => null);
  const mails = () => app.mails?.stats().catch(() => null);
  const ageOf = (since: number | null = null) =>
    since === null ? 0 : Math.max(0, (app.clock() - since) / 1_000);
  gauge(
    "site_inbox_messages",
    "Messages by their state",
    async () => by("state", (await inbox())?.counts ?? {}),
    "state",
  );
  gauge(
    "site_inbox_oldest_waiting_seconds",
    "Age of the oldest message that waits for delivery; 0 when none waits",
    async () => ageOf((await inbox())?.oldestWaitingAt),
  );
  gauge(
    "site_gifts",
    "Gifts by their state and currency",
    async () =>
      Object.entries((await gifts())?.counts ?? {}).flatMap(([state, counts]) =>
        by("currency", counts, { state }),
      ),
    ...["state", "currency"],
  );
  gauge(
    "site_gifts_oldest_pending_seconds",
    "Age of the oldest payment without an answer; 0 when none waits",
    async () => ageOf((await gifts())?.oldestPendingAt),
  );
  gauge(
    "site_mails",
    "Mails of the last thirty days by their state",
    async () => by("state", (await mails())?.counts ?? {}),
    "state",
  );
}

function addSourceGauges(gauge: AddGauge, { source }: FastifyInstance): void {
  /** For each list: one number, or one for each value of the label; null when there is none. */
  const perList = (
    name: string,
    help: string,
    read: (health: ListHealth) => number | Record<string, number> | null,
    label = "",
  ) => {
    const samples = (health: ListHealth): Samples => {
      const data = health.name;
      const value = read(health) ?? {};
      return typeof value === "number" ? [[{ data }, value]] : by(label, value, { data });
    };
    const labels = ["data", label].filter(Boolean);
    gauge(name, help, () => source.health.read().flatMap(samples), ...labels);
  };
  perList(
    "site_source_rows",
    "Rows of the last list: used, or dropped because they are invalid",
    ({ list }) => list && { used: usedRows(list), dropped: list.dropped.length },
    "outcome",
  );
  perList(
    "site_source_dates",
    "Dates of the used rows of the last list, by which they are sorted",
    ({ list }) => list && { ...list.dates },
    "outcome",
  );
  perList(
    "site_source_missing_fields",
    "Fields of the contract that no row of the last list has",
    ({ list }) => list?.missing.length ?? 0,
  );
  perList(
    "site_source_usable",
    "1 while the last response was usable, or before the first",
    ({ fault }) => Number(fault === null || fault.name === "slow"),
  );
  perList(
    "site_source_fault",
    "1 for what is wrong with the last response; absent while it is usable",
    // The number of an error status tells an expired key from a wrong path.
    ({ fault }) => fault && { [fault.name === "status" ? fault.detail : fault.name]: 1 },
    "fault",
  );
  perList(
    "site_source_last_good_timestamp_seconds",
    "Time at which the newest usable list was requested; absent before the first",
    ({ lastGoodMs }) => lastGoodMs && lastGoodMs / 1_000,
  );
}

/** Adds the gauges, which read the state of the site at each scrape. */
export function addGauges(app: FastifyInstance): void {
  const { siteData, pages, config } = app;
  const registers = [app.metrics.registry];
  const gauge: AddGauge = (name, help, read, ...labelNames) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const value = await read();
        this.reset();
        if (typeof value === "number") this.set(value);
        else for (const [labels, one] of value) this.set(labels, one);
      },
    });
  addSourceGauges(gauge, app);
  addStoreGauges(gauge, app);
  const provider = app.giving.payments?.provider;
  const breakers = () =>
    Object.entries({
      ...app.source.breakers(),
      ...(provider && { [provider.name]: provider.http.breaker() }),
    }).flatMap(([source, current]) =>
      BREAKER_STATES.map((state): Samples[number] => [
        { source, state },
        Number(state === current),
      ]),
    );
  const checks = (): Samples =>
    Object.entries(app.readiness().checks).map(([part, { state }]) => [
      { part },
      Number(state === "ok"),
    ]);
  const pageCache = () => pages.pageCache.size();
  gauge("site_copies", "Cache entries of source responses in memory", () => siteData.cacheSize());
  gauge("site_page_cache_pages", "Pages in the response cache", () => pageCache().pages);
  gauge(
    "site_page_cache_bytes",
    "Size of the pages in the response cache, all content encodings",
    () => pageCache().bytes,
  );
  gauge(
    "site_source_breaker",
    "1 for the current state of the circuit breaker",
    breakers,
    ...["source", "state"],
  );
  gauge(
    "site_fresh_seconds",
    "The setting `FRESH_SECONDS`, for rules about the age of data",
    () => config.FRESH_SECONDS,
  );
  gauge("site_part_up", "1 when a check of /health/ready is ok", checks, "part");
  const labels = Object.keys(versions);
  gauge("site_build_info", "Always 1; versions as labels", () => [[versions, 1]], ...labels);
}
