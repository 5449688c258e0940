import { Gauge, type Registry } from "prom-client";
import type { SourcesReport } from "../../shared/contract/sources-report.ts";
import type { InboxCensus } from "../inbox/inbox.ts";
import { INBOX_STATES } from "../inbox/inbox.ts";
import type { GuardState } from "../upstream/guarded-http-client.ts";
import { type Versions, versions } from "./versions.ts";

const GUARD_STATES = ["closed", "open", "probing", "paused"] as const satisfies GuardState[];

/** What the gauges ask when somebody looks. */
export interface StateProbes {
  /** Each source by its name. */
  breakers: () => Readonly<Record<string, GuardState>>;
  /** How they have answered. */
  sources: () => SourcesReport;
  inbox: () => Promise<InboxCensus>;
  copies: () => { copies: number; bytes: number };
  pages: () => { pages: number; bytes: number };
  /** Null when none is configured. */
  redisIsUp: () => boolean | null;
  /** The parts of readiness, true when a part is well. */
  parts: () => Promise<Readonly<Record<string, boolean>>>;
  /** The clock, milliseconds. */
  now: () => number;
}

/** Counting what Redis holds is work: no more often than this, however often somebody looks. */
const CENSUS_MS = 5_000;

/** Gauges over the state of the site, filled when they are read. */
export function addStateGauges(registry: Registry): { watch: (probes: StateProbes) => void } {
  let probes: StateProbes | null = null;
  let census: { at: number; answer: Promise<InboxCensus | null> } | null = null;

  function askInbox({ inbox, now }: StateProbes): Promise<InboxCensus | null> {
    if (census === null || now() - census.at > CENSUS_MS)
      census = { at: now(), answer: inbox().catch(() => null) };
    return census.answer;
  }

  function gauge<Name extends string>(
    { name, help, labels }: { name: string; help: string; labels: Name[] },
    fill: (gauge: Gauge<Name>, from: StateProbes) => void | Promise<void>,
  ): void {
    const made: Gauge<Name> = new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      collect: async () => {
        if (probes === null) return;
        made.reset();
        await fill(made, probes);
      },
    });
  }

  gauge(
    {
      ...{ name: "site_source_breaker", labels: ["source", "state"] },
      help: "1 at the state of the breaker before a source",
    },
    (made, { breakers }) => {
      for (const [source, current] of Object.entries(breakers()))
        for (const state of GUARD_STATES) made.set({ source, state }, Number(state === current));
    },
  );
  gauge(
    {
      ...{ name: "site_source_rows", labels: ["data", "outcome"] },
      help: "Rows of the last list: used, or left out because they cannot be read",
    },
    (made, { sources }) => {
      for (const { name: data, list } of sources().sources) {
        const dropped = list.dropped.reduce((sum, { count }) => sum + count, 0);
        made.set({ data, outcome: "used" }, list.rows - dropped);
        made.set({ data, outcome: "dropped" }, dropped);
      }
    },
  );
  gauge(
    {
      ...{ name: "site_source_alias_rows", labels: ["data", "field", "alias"] },
      help: "Rows of the last list whose field came under this name",
    },
    (made, { sources }) => {
      for (const { name: data, list } of sources().sources)
        for (const { field, aliases } of list.fields)
          for (const { alias, count } of aliases) made.set({ data, field, alias }, count);
    },
  );
  gauge(
    {
      ...{ name: "site_source_unread_names", labels: ["data"] },
      help: "Names in the last list that nobody here reads",
    },
    (made, { sources }) => {
      for (const { name: data, list } of sources().sources) made.set({ data }, list.unread);
    },
  );
  gauge(
    {
      ...{ name: "site_source_last_good_timestamp_seconds", labels: ["data"] },
      help: "When the last list came that could be used; absent before the first",
    },
    (made, { sources }) => {
      for (const { name: data, list } of sources().sources)
        if (list.lastGoodAt !== null) made.set({ data }, Date.parse(list.lastGoodAt) / 1_000);
    },
  );
  gauge(
    { name: "site_inbox_messages", help: "Messages by their state", labels: ["state"] },
    async (made, from) => {
      const known = await askInbox(from);
      if (known !== null)
        for (const state of INBOX_STATES) made.set({ state }, known.counts[state]);
    },
  );
  gauge(
    {
      ...{ name: "site_inbox_oldest_waiting_seconds", labels: [] },
      help: "Age of the oldest message that is still to be delivered; 0 when none waits",
    },
    async (made, from) => {
      const known = await askInbox(from);
      if (known === null) return;
      const since = known.oldestWaitingAt;
      made.set(since === null ? 0 : Math.max(0, (from.now() - since) / 1_000));
    },
  );
  gauge(
    { name: "site_copies", help: "Copies of the sources' answers in memory", labels: [] },
    (made, { copies }) => made.set(copies().copies),
  );
  gauge(
    { name: "site_page_cache_pages", help: "Pages kept as ready bytes", labels: [] },
    (made, { pages }) => made.set(pages().pages),
  );
  gauge(
    { name: "site_page_cache_bytes", help: "Their size, all codings", labels: [] },
    (made, { pages }) => made.set(pages().bytes),
  );
  gauge(
    { name: "site_redis_up", help: "1 while Redis answers; absent without REDIS_URL", labels: [] },
    (made, { redisIsUp }) => {
      const isUp = redisIsUp();
      if (isUp === null) made.remove();
      else made.set(Number(isUp));
    },
  );
  gauge(
    {
      ...{ name: "site_part_up", labels: ["part"] },
      help: "1 when a part of /health/ready is well",
    },
    async (made, { parts }) => {
      for (const [part, isWell] of Object.entries(await parts()))
        made.set({ part }, Number(isWell));
    },
  );
  const labels: (keyof Versions)[] = ["site", "node", "fastify", "react"];
  gauge({ name: "site_build_info", help: "Always 1; versions as labels", labels }, (made) =>
    made.set(versions(), 1),
  );
  return {
    watch: (given) => {
      probes = given;
    },
  };
}
