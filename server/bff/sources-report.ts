import { DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import type {
  AnswersReport,
  SourceChange,
  SourceReport,
  SourcesReport,
} from "../../shared/contract/sources-report.ts";
import type { Reading } from "../upstream/content-api/reading.ts";
import type { DriftChange } from "../upstream/drift.ts";
import type { GuardState } from "../upstream/guarded-http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { CopyStore } from "./copy-store.ts";

/** Listens to the source, and says on request how it has been. */
export interface SourcesWatch {
  read(reading: Reading): void;
  changed(change: DriftChange): void;
  failed(tag: DataTag, fault: unknown): void;
  breakerChanged(): void;
  /** Plain data, made anew each time; also what metrics are made of. */
  report(): SourcesReport;
}

const CHANGES_KEPT = 20;
/** What is stored under each tag; see the services. */
const KINDS = { news: ["news", "news-item"], events: ["events", "event-item"] } as const;

/** Counts of one kind of answer: field, then alias, then rows. */
interface Tally {
  answers: number;
  lastGoodMs: number | null;
  rows: number;
  dropped: Map<string, number>;
  unread: number;
  fields: Map<string, Map<string, number>>;
}

const emptyTally = (): Tally => ({
  ...{ answers: 0, lastGoodMs: null, rows: 0 },
  ...{ dropped: new Map(), unread: 0, fields: new Map() },
});

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** A list says what it is alone; single items differ by nature, so theirs add up. */
function tallied(
  before: Tally,
  { kind, aliases, dropped, unread, total }: Reading,
  nowMs: number,
): Tally {
  const tally = kind === "list" ? emptyTally() : before;
  tally.answers = before.answers + 1;
  tally.lastGoodMs = nowMs;
  tally.rows += total;
  tally.unread = unread.length;
  for (const { reason } of dropped) add(tally.dropped, reason, 1);
  for (const [field, counts] of Object.entries(aliases)) {
    const its = tally.fields.get(field) ?? new Map<string, number>();
    for (const [alias, count] of Object.entries(counts)) add(its, alias, count);
    tally.fields.set(field, its);
  }
  return tally;
}

const byCount = (counts: Map<string, number>) => [...counts].sort(([, a], [, b]) => b - a);

function answersReport({ lastGoodMs, dropped, fields, ...numbers }: Tally): AnswersReport {
  return {
    ...numbers,
    lastGoodAt: iso(lastGoodMs),
    dropped: byCount(dropped).map(([reason, count]) => ({ reason, count })),
    fields: [...fields]
      .map(([field, counts]) => ({
        field,
        filled: [...counts.values()].reduce((sum, count) => sum + count, 0),
        aliases: byCount(counts).map(([alias, count]) => ({ alias, count })),
      }))
      .sort((a, b) => (a.field < b.field ? -1 : 1)),
  };
}

/** Begins to listen. */
export function watchSources(options: {
  copies: CopyStore;
  breaker: () => GuardState;
  /** The clock, milliseconds. */
  now: () => number;
}): SourcesWatch {
  const { copies, breaker, now } = options;
  const startedAt = new Date(now()).toISOString();
  let breakerSince: string | null = null;
  const fresh = () => ({
    list: emptyTally(),
    item: emptyTally(),
    faults: { count: 0, lastAt: null, lastKind: null, lastStatus: null } as SourceReport["faults"],
    changes: [] as SourceChange[],
  });
  const seen = { news: fresh(), events: fresh() };

  function sourceReport(name: DataTag): SourceReport {
    const { list, item, faults, changes } = seen[name];
    const { kept, doubted, newestMs, oldestMs } = copies.tally(KINDS[name]);
    return {
      name,
      ...{ list: answersReport(list), item: answersReport(item), faults: { ...faults } },
      copies: { kept, doubted, newestAt: iso(newestMs), oldestAt: iso(oldestMs) },
      changes: [...changes],
    };
  }

  return {
    read: (reading) => {
      const its = seen[reading.source];
      its[reading.kind] = tallied(its[reading.kind], reading, now());
    },
    changed: ({ source, kind, appeared, disappeared, unread, dropped }) => {
      const at = new Date(now()).toISOString();
      const { changes } = seen[source];
      const counts = { unread: unread.length, dropped: dropped.length };
      changes.unshift({ at, answers: kind, appeared, disappeared, ...counts });
      changes.splice(CHANGES_KEPT);
    },
    failed: (tag, fault) => {
      const { count } = seen[tag].faults;
      const { kind, status } =
        fault instanceof UpstreamError ? fault : { kind: null, status: null };
      const lastAt = new Date(now()).toISOString();
      seen[tag].faults = { count: count + 1, lastAt, lastKind: kind, lastStatus: status };
    },
    breakerChanged: () => {
      breakerSince = new Date(now()).toISOString();
    },
    report: () => ({
      startedAt,
      breaker: { state: breaker(), since: breakerSince },
      sources: DATA_TAGS.map(sourceReport),
    }),
  };
}
