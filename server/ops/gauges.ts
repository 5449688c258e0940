import type { FastifyInstance } from "fastify";
import { Gauge } from "prom-client";
import { INBOX_STATES } from "../forms/inbox.ts";
import { GIFT_STATES } from "../gifts/gift.schema.ts";
import { type ListHealth, usedRows } from "../source/health.ts";
import { BREAKER_STATES } from "../source/http/circuit-breaker.ts";
import { versions } from "./plugin.ts";

/** A value for each set of labels; without one the gauge is absent. */
type Sample = [labels: Record<string, string>, value: number];
type Samples = Sample[];
type AddGauges = ReturnType<typeof gaugesOf>;

/** The two kinds of gauge, both read at every scrape. */
function gaugesOf({ metrics }: FastifyInstance) {
  const registers = [metrics.registry];
  return {
    single: (name: string, help: string, read: () => number | Promise<number>) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      }),
    labelled: (
      name: string,
      help: string,
      labelNames: string[],
      read: () => Samples | Promise<Samples>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const samples = await read();
          this.reset();
          for (const [labels, value] of samples) this.set(labels, value);
        },
      }),
  };
}

/** The gauges of one scrape share one count of what is in the store; null when it cannot be read. */
function shared<Stats>(read: () => Promise<Stats>): () => Promise<Stats | null> {
  let running: Promise<Stats | null> | null = null;
  return () => {
    running ??= read()
      .catch(() => null)
      .finally(() => {
        running = null;
      });
    return running;
  };
}

function addStoreGauges({ single, labelled }: AddGauges, app: FastifyInstance): void {
  const inbox = shared(app.submissions.stats);
  const gifts = shared(() => app.giving.gifts.stats());
  const ageOf = (since: number | null) =>
    since === null ? 0 : Math.max(0, (app.clock() - since) / 1_000);
  labelled("site_inbox_messages", "Messages by their state", ["state"], async () => {
    const stats = await inbox();
    if (stats === null) return [];
    return INBOX_STATES.map((state) => [{ state }, stats.counts[state]]);
  });
  single(
    "site_inbox_oldest_waiting_seconds",
    "Age of the oldest message that waits for delivery; 0 when none waits",
    async () => ageOf((await inbox())?.oldestWaitingAt ?? null),
  );
  labelled("site_gifts", "Gifts by their state and currency", ["state", "currency"], async () => {
    const stats = await gifts();
    if (stats === null) return [];
    return GIFT_STATES.flatMap((state) =>
      Object.entries(stats.counts[state]).map(
        ([currency, count]): Sample => [{ state, currency }, count],
      ),
    );
  });
  single(
    "site_gifts_oldest_pending_seconds",
    "Age of the oldest payment without an answer; 0 when none waits",
    async () => ageOf((await gifts())?.oldestPendingAt ?? null),
  );
}

/** The label of a fault, with the number of an error status: it tells an expired key from a wrong path. */
const faultLabel = ({ name, detail }: { name: string; detail: string }) =>
  name === "status" ? detail : name;

function addSourceGauges({ labelled }: AddGauges, { source }: FastifyInstance): void {
  const perList = (
    name: string,
    help: string,
    labelNames: string[],
    read: (health: ListHealth) => Samples,
  ) =>
    labelled(name, help, ["data", ...labelNames], () =>
      source.health
        .read()
        .flatMap((health) =>
          read(health).map(([labels, value]): Sample => [{ data: health.name, ...labels }, value]),
        ),
    );
  perList(
    "site_source_rows",
    "Rows of the last list: used, or dropped because they are invalid",
    ["outcome"],
    ({ list }) =>
      list === null
        ? []
        : [
            [{ outcome: "used" }, usedRows(list)],
            [{ outcome: "dropped" }, list.dropped.length],
          ],
  );
  perList(
    "site_source_dates",
    "Dates of the used rows of the last list, by which they are sorted",
    ["outcome"],
    ({ list }) => Object.entries(list?.dates ?? {}).map(([outcome, count]) => [{ outcome }, count]),
  );
  perList(
    "site_source_missing_fields",
    "Fields of the contract that no row of the last list has",
    [],
    ({ list }) => [[{}, list?.missing.length ?? 0]],
  );
  perList(
    "site_source_usable",
    "1 while the last response was usable, or before the first",
    [],
    ({ fault }) => [[{}, Number(fault === null || fault.name === "slow")]],
  );
  perList(
    "site_source_fault",
    "1 for what is wrong with the last response; absent while it is usable",
    ["fault"],
    ({ fault }) => (fault === null ? [] : [[{ fault: faultLabel(fault) }, 1]]),
  );
  perList(
    "site_source_last_good_timestamp_seconds",
    "Time at which the newest usable list was requested; absent before the first",
    [],
    ({ lastGoodMs }) => (lastGoodMs === null ? [] : [[{}, lastGoodMs / 1_000]]),
  );
}

function addCacheGauges({ single }: AddGauges, { siteData, pictures, pages }: FastifyInstance) {
  single("site_copies", "Cache entries of source responses in memory", () => siteData.cacheSize());
  single(
    "site_picture_cache_bytes",
    "Size of the pictures in `DATA_DIR/pictures`",
    () => pictures.size().bytes,
  );
  single(
    "site_page_cache_pages",
    "Pages in the response cache",
    () => pages.pageCache.size().pages,
  );
  single(
    "site_page_cache_bytes",
    "Size of the pages in the response cache, all content encodings",
    () => pages.pageCache.size().bytes,
  );
}

/** Adds the gauges, which read the state of the site at each scrape. */
export function addGauges(app: FastifyInstance): void {
  const gauges = gaugesOf(app);
  addSourceGauges(gauges, app);
  addStoreGauges(gauges, app);
  addCacheGauges(gauges, app);
  gauges.labelled(
    "site_source_breaker",
    "1 for the current state of the circuit breaker",
    ["source", "state"],
    () =>
      Object.entries({ ...app.source.breakers(), ...app.giving.breakers() }).flatMap(
        ([source, current]) =>
          BREAKER_STATES.map((state): Sample => [{ source, state }, Number(state === current)]),
      ),
  );
  gauges.single(
    "site_fresh_seconds",
    "The setting `FRESH_SECONDS`, for rules about the age of data",
    () => app.config.FRESH_SECONDS,
  );
  gauges.labelled("site_part_up", "1 when a check of /health/ready is ok", ["part"], () =>
    Object.entries(app.readiness().checks).map(([part, { state }]) => [
      { part },
      Number(state === "ok"),
    ]),
  );
  gauges.labelled(
    "site_build_info",
    "Always 1; versions as labels",
    ["site", "node", "fastify", "react"],
    () => [[versions, 1]],
  );
}
