import type { DataTag } from "../../shared/contract/site-data.ts";
import type {
  ResponsesReport,
  SourceChange,
  SourceReport,
  SourcesReport,
} from "../../shared/contract/sources-report.schema.ts";
import type { CopyStats } from "../bff/cache/data-cache.ts";
import type { ReadReport } from "../upstream/content-api/read-report.ts";
import type { SchemaDrift } from "../upstream/content-api/schema-drift.ts";
import type { BreakerState } from "../upstream/http/circuit-breaker.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { DataHealth, SourceHealth } from "./source-health.ts";

/** Records what the source does; `report` is what operators and the metrics see of it. */
export interface SourcesMonitor {
  recordRead(report: ReadReport): void;
  recordDrift(drift: SchemaDrift): void;
  recordError(tag: DataTag, kind: ReadReport["kind"], error: unknown): void;
  recordBreakerChange(): void;
  /** With the stored values of each kind of data. */
  report(copyStats: (tag: DataTag) => CopyStats): SourcesReport;
}

const MAX_CHANGES = 20;

/** Counts of the responses of one kind; `fields` by field, then alias. */
interface ResponseStats {
  responses: number;
  lastGoodMs: number | null;
  rows: number;
  dropped: Map<string, number>;
  repaired: number;
  tags: Map<string, number>;
  unread: number;
  dates: ReadReport["dates"];
  missing: readonly string[];
  fields: Map<string, Map<string, number>>;
}

interface SourceStats {
  list: ResponseStats;
  item: ResponseStats;
  errors: SourceReport["faults"];
  changes: SourceChange[];
}

const emptyResponseStats = (): ResponseStats => ({
  responses: 0,
  lastGoodMs: null,
  rows: 0,
  dropped: new Map(),
  repaired: 0,
  tags: new Map(),
  unread: 0,
  dates: { readable: 0, unreadable: 0, absent: 0 },
  missing: [],
  fields: new Map(),
});

const emptySourceStats = (): SourceStats => ({
  list: emptyResponseStats(),
  item: emptyResponseStats(),
  errors: { count: 0, lastAt: null, lastKind: null, lastStatus: null },
  changes: [],
});

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** The last list counts alone; single items differ by nature, so they add up. */
function withRead(
  before: ResponseStats,
  { kind, aliases, dropped, repaired, tags, unread, total, dates, missing }: ReadReport,
  nowMs: number,
): ResponseStats {
  const stats = kind === "list" ? emptyResponseStats() : before;
  stats.responses = before.responses + 1;
  stats.lastGoodMs = nowMs;
  stats.rows += total;
  stats.repaired += repaired;
  stats.unread = unread.length;
  stats.missing = missing;
  for (const name of ["readable", "unreadable", "absent"] as const)
    stats.dates[name] += dates[name];
  for (const { reason } of dropped) add(stats.dropped, reason, 1);
  for (const [tag, count] of Object.entries(tags)) add(stats.tags, tag, count);
  for (const [field, counts] of Object.entries(aliases)) {
    const aliasCounts = stats.fields.get(field) ?? new Map<string, number>();
    for (const [alias, count] of Object.entries(counts)) add(aliasCounts, alias, count);
    stats.fields.set(field, aliasCounts);
  }
  return stats;
}

const byCount = (counts: Map<string, number>) => [...counts].sort(([, a], [, b]) => b - a);

function responsesReport(stats: ResponseStats): ResponsesReport {
  const { responses, rows, repaired, unread, lastGoodMs, dropped, tags, dates, missing, fields } =
    stats;
  return {
    answers: responses,
    rows,
    repaired,
    unread,
    lastGoodAt: iso(lastGoodMs),
    dates: { ...dates },
    missing: [...missing],
    dropped: byCount(dropped).map(([reason, count]) => ({ reason, count })),
    tags: byCount(tags).map(([tag, count]) => ({ tag, count })),
    fields: [...fields]
      .map(([field, counts]) => ({
        field,
        filled: [...counts.values()].reduce((sum, count) => sum + count, 0),
        aliases: byCount(counts).map(([alias, count]) => ({ alias, count })),
      }))
      .sort((a, b) => (a.field < b.field ? -1 : 1)),
  };
}

function healthReport({ fault, lastGoodMs }: DataHealth): SourceReport["health"] {
  return {
    usable: fault === null || fault.name === "slow",
    fault: fault && { name: fault.name, detail: fault.detail, since: iso(fault.sinceMs) },
    lastGoodAt: iso(lastGoodMs),
  };
}

function sourceReport(health: DataHealth, stats: SourceStats, copies: CopyStats): SourceReport {
  const { name } = health;
  const { count, invalidated, newestMs, oldestMs } = copies;
  return {
    name,
    health: healthReport(health),
    list: { ...responsesReport(stats.list), lastGoodAt: iso(health.lastGoodMs) },
    item: responsesReport(stats.item),
    faults: { ...stats.errors },
    copies: { kept: count, doubted: invalidated, newestAt: iso(newestMs), oldestAt: iso(oldestMs) },
    changes: [...stats.changes],
  };
}

export function createSourcesMonitor(options: {
  health: SourceHealth;
  breaker: () => BreakerState;
  /** The clock, milliseconds. */
  now: () => number;
}): SourcesMonitor {
  const { health, breaker, now } = options;
  const nowText = () => new Date(now()).toISOString();
  const startedAt = nowText();
  const stats = { news: emptySourceStats(), events: emptySourceStats() };
  let breakerSince: string | null = null;

  return {
    recordRead: (report) => {
      health.recordRead(report);
      const source = stats[report.source];
      source[report.kind] = withRead(source[report.kind], report, now());
    },
    recordDrift: ({ source, kind, appeared, disappeared, missing, unread, dropped }) => {
      const { changes } = stats[source];
      const counts = { unread: unread.length, dropped: dropped.length };
      changes.unshift({ at: nowText(), answers: kind, appeared, disappeared, missing, ...counts });
      changes.splice(MAX_CHANGES);
    },
    recordError: (tag, responseKind, error) => {
      health.recordError(tag, responseKind, error);
      const { kind, status } =
        error instanceof UpstreamError ? error : { kind: null, status: null };
      const count = stats[tag].errors.count + 1;
      stats[tag].errors = { count, lastAt: nowText(), lastKind: kind, lastStatus: status };
    },
    recordBreakerChange: () => {
      breakerSince = nowText();
    },
    report: (copyStats) => ({
      startedAt,
      breaker: { state: breaker(), since: breakerSince },
      sources: health
        .read()
        .map((data) => sourceReport(data, stats[data.name], copyStats(data.name))),
    }),
  };
}
