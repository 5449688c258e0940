import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag, type SourceFaultName } from "../../shared/contract/site-data.ts";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";
import type { ReadReport } from "./content-api-client.ts";
import { SLOW_MS } from "./http/http-client.ts";
import { UpstreamError } from "./http/upstream-error.ts";

type SourceFault = { name: SourceFaultName; detail: string };
export type ListFigures = Pick<ReadReport, "total" | "announced" | "dropped" | "dates">;

/** Of the share before: one row of many that an editor got wrong is no fault of the source. */
const TOLERATED_SHARE = 0.9;
/** Of a first list, with which nothing can be compared. */
const FIRST_SHARE = 0.5;

export const usedRows = ({ total, dropped }: ListFigures) => total - dropped.length;
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const leastShare = (before: number | null) =>
  before === null ? FIRST_SHARE : before * TOLERATED_SHARE;

/** Why a list is not usable, by its contract and by the last usable list (null before the first). */
export function findListFault(list: ListFigures, before: ListFigures | null): SourceFault | null {
  const { total, announced = 0, dates } = list;
  if (total === 0)
    return before?.total ? { name: "empty", detail: `0 rows, ${before.total} before` } : null;
  if (total < announced) return { name: "incomplete", detail: `${total} of ${announced} rows` };
  const used = usedRows(list);
  const usedBefore = before && share(usedRows(before), before.total);
  if (share(used, total) < leastShare(usedBefore))
    return { name: "fewer-rows", detail: `${used} of ${total} rows can be read` };
  const { readable, unreadable, absent } = dates;
  const dateText = `${readable} of ${used} dates can be read, ${unreadable} are invalid, ${absent} absent`;
  if (readable === 0) return { name: "no-dates", detail: dateText };
  const datedBefore = before && share(before.dates.readable, usedRows(before));
  const isFewer = share(readable, used) < leastShare(datedBefore);
  return isFewer ? { name: "fewer-dates", detail: dateText } : null;
}

type Kind = ReadReport["kind"];
type Fault = SourceFault & { sinceMs: number; lastMs: number; isError: boolean };

class ListState {
  lastGoodMs: number | null = null;
  lastUsable: ListFigures | null = null;
  list: ReadReport | null = null;
  readonly faults: Record<Kind, Fault | null> = { list: null, item: null };
  /** What the log says is failing: the fault of single items ends with a list, the failure only with an item. */
  readonly failing = new Set<Kind>();
  readonly knownFields = new Set<string>();
}

const without = (names: Iterable<string>, others: readonly string[]) =>
  [...names].filter((name) => !others.includes(name));
const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The health of the source, made from its last responses (docs/decisions/0050), for operators, metrics and staff. */
export class SourceHealth {
  readonly #app: FastifyInstance;
  readonly #states = { news: new ListState(), events: new ListState() };

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  recordRead(report: ReadReport): void {
    const { source, kind } = report;
    const state = this.#states[source];
    this.#logEnd(source, kind);
    state.faults.item = null;
    if (kind === "item") return;
    this.#logChange(report, state);
    state.list = report;
    const fault = findListFault(report, state.lastUsable);
    if (fault && fault.name !== state.faults.list?.name) {
      const about = { data: source, fault: fault.name, detail: fault.detail };
      this.#app.log.warn(about, "content source list is not usable");
    }
    state.faults.list = fault && this.#begin(state.faults.list, fault, false);
    if (fault) return;
    state.lastUsable = report;
    state.lastGoodMs = this.#app.clock();
  }

  /** Once for each change. The first list is compared with the contract: what it lacks may be among its unread names. */
  #logChange(report: ReadReport, { list: before, knownFields }: ListState): void {
    const { source, dropped, unread, names } = report;
    const missing = before === null ? report.missing : [];
    const isSameDropped = JSON.stringify(dropped) === JSON.stringify(before?.dropped ?? []);
    const differences = {
      missing,
      disappeared: without(before?.names ?? [], names),
      unread: before || missing.length > 0 ? without(unread, before?.unread ?? []) : [],
      dropped: isSameDropped ? [] : dropped.slice(0, 20),
    };
    for (const field of report.fields) knownFields.add(field);
    if (Object.values(differences).every(({ length }) => length === 0)) return;
    this.#app.log.warn(
      { drift: { source, ...differences } },
      missing.length > 0 ? "content source differs from its contract" : "content source changed",
    );
  }

  /** An error that no request was made for, such as an open circuit breaker, changes nothing. */
  recordError(tag: DataTag, kind: Kind, error: unknown): void {
    if (!(error instanceof UpstreamError) || error.attempts === 0) return;
    // These are faults of the item alone.
    if (kind === "item" && ["wrong-shape", "too-large"].includes(error.fault)) return;
    const { faults, failing } = this.#states[tag];
    if (!failing.has(kind))
      this.#app.log.warn({ data: tag, kind }, "content source fails: visitors see saved copies");
    failing.add(kind);
    faults[kind] = this.#begin(faults[kind], { name: error.fault, detail: error.reason }, true);
  }

  #logEnd(tag: DataTag, kind: Kind): void {
    if (this.#states[tag].failing.delete(kind))
      this.#app.log.info({ data: tag, kind }, "content source responds again");
  }

  #begin(before: Fault | null, fault: SourceFault, isError: boolean): Fault {
    const nowMs = this.#app.clock();
    const sinceMs = before?.name === fault.name ? before.sinceMs : nowMs;
    return { ...fault, sinceMs, lastMs: nowMs, isError };
  }

  /** A list that another instance fetched, or that was on disk. */
  recordShared(tag: DataTag, fetchedAtMs: number): void {
    const state = this.#states[tag];
    state.lastGoodMs = Math.max(state.lastGoodMs ?? 0, fetchedAtMs);
    // Another instance reads what this one could not.
    if (!state.faults.list || state.faults.list.lastMs >= fetchedAtMs) return;
    this.#logEnd(tag, "list");
    state.faults.list = null;
  }

  read(): SourceReport[] {
    const isSlow = this.#app.source.isSlowerThan(SLOW_MS);
    return DATA_TAGS.map((name) => {
      const { faults, lastGoodMs, list, knownFields } = this.#states[name];
      const slow = { name: "slow", detail: "the last calls", sinceMs: null } as const;
      const fault = faults.list ?? faults.item ?? (isSlow ? slow : null);
      return {
        name,
        fault: fault && { name: fault.name, detail: fault.detail, since: isoTime(fault.sinceMs) },
        lastGoodAt: isoTime(lastGoodMs),
        list: list && {
          used: usedRows(list),
          dropped: tallyOf(list.dropped),
          repaired: list.repaired,
          tags: list.tags,
          dates: list.dates,
          missing: list.missing,
          vanished: without(knownFields, list.fields),
        },
      };
    });
  }

  isFailing(): boolean {
    const faults = Object.values(this.#states).flatMap((state) => Object.values(state.faults));
    return faults.some((fault) => fault?.isError);
  }
}

function tallyOf(dropped: ReadReport["dropped"]): Record<string, number> {
  const rows = Map.groupBy(dropped, ({ reason }) => reason);
  return Object.fromEntries(Array.from(rows, ([reason, { length }]) => [reason, length]));
}
