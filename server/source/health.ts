import type { FastifyInstance } from "fastify";
import { DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import { NOT_PUBLIC, type SourceFaultName } from "../../shared/contract/source-faults.ts";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";
import { DAY_MS } from "../../shared/time.ts";
import { SLOW_MS } from "./http/http-client.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { countHidden, type ReadReport } from "./read-report.ts";

type SourceFault = { name: SourceFaultName; detail: string };
export type ListFigures = Pick<ReadReport, "total" | "announced" | "dropped" | "dates">;

/** The tolerated fraction of the previous share. A single bad row among many is an editor's mistake, not a fault of the source. */
const TOLERATED_SHARE = 0.9;
/** The least share of usable rows in a first list, which has no predecessor to compare with. */
const FIRST_SHARE = 0.5;

export const usedRows = ({ total, dropped }: ListFigures) => total - dropped.length;
/** Counts the rows, without those that the source itself marks as not public. */
const publicRows = ({ total, dropped }: ListFigures) => total - countHidden(dropped);
const share = (count: number, whole: number) => (whole === 0 ? 1 : count / whole);
const leastShare = (before: number | null) =>
  before === null ? FIRST_SHARE : before * TOLERATED_SHARE;

/** Finds the fault that makes a list unusable, judged by its contract and by the last usable list (null before the first one). */
export function findListFault(list: ListFigures, before: ListFigures | null): SourceFault | null {
  const { total, announced = 0, dates } = list;
  if (total === 0)
    return before?.total ? { name: "empty", detail: `0 rows, ${before.total} before` } : null;
  if (total < announced) return { name: "incomplete", detail: `${total} of ${announced} rows` };
  const used = usedRows(list);
  const meant = publicRows(list);
  const usedBefore = before && share(usedRows(before), publicRows(before));
  if (share(used, meant) < leastShare(usedBefore))
    return { name: "fewer-rows", detail: `${used} of ${meant} rows can be read` };
  if (used === 0) return null;
  const { readable, unreadable, absent } = dates;
  const dateText = `${readable} of ${used} dates can be read, ${unreadable} are invalid, ${absent} absent`;
  if (readable === 0) return { name: "no-dates", detail: dateText };
  const datedBefore = before && share(before.dates.readable, usedRows(before));
  const isFewer = share(readable, used) < leastShare(datedBefore);
  return isFewer ? { name: "fewer-dates", detail: dateText } : null;
}

const isFaulty = ({ reason }: ReadReport["dropped"][number]) => reason !== NOT_PUBLIC;

type Kind = ReadReport["kind"];
type Fault = SourceFault & { sinceMs: number; lastMs: number; isError: boolean };

class ListState {
  lastGoodMs: number | null = null;
  lastUsable: ListFigures | null = null;
  list: ReadReport | null = null;
  readonly faults: Record<Kind, Fault | null> = { list: null, item: null };
  /**
   * The kinds of reads that are logged as failing. A list that succeeds ends the fault of single items, but only a successful item ends
   * their logged failure.
   */
  readonly failing = new Set<Kind>();
  readonly knownFields = new Set<string>();
  readonly textless = new TextlessFields();
}

/** The time that a missing text is reported. An item that nobody opens may have been fixed since, or be gone. */
const TEXTLESS_MS = DAY_MS;
const MAX_TEXTLESS = 200;

/** The fields without readable text: those in the last list, and those of items since the items were last read. */
class TextlessFields {
  #ofList: ReadReport["textless"] = [];
  readonly #ofItems = new Map<string, { fields: string[]; atMs: number }>();
  #sinceMs = 0;

  record({ kind, itemId, textless }: ReadReport, nowMs: number): void {
    if (this.#counts(nowMs).size === 0) this.#sinceMs = nowMs;
    if (kind === "list") this.#ofList = textless;
    if (itemId === null) return;
    this.#ofItems.delete(itemId);
    const fields = textless.map(({ field }) => field);
    if (fields.length === 0) return;
    this.#ofItems.set(itemId, { fields, atMs: nowMs });
    const [oldest] = this.#ofItems.keys();
    if (this.#ofItems.size > MAX_TEXTLESS && oldest !== undefined) this.#ofItems.delete(oldest);
  }

  /** Returns the ids of the items with a missing text, by field. */
  #counts(nowMs: number): Map<string, Set<string>> {
    const items = new Map<string, Set<string>>();
    const add = (field: string, id: string) =>
      items.set(field, (items.get(field) ?? new Set<string>()).add(id));
    for (const { id, field } of this.#ofList) add(field, id);
    for (const [id, { fields, atMs }] of this.#ofItems)
      if (nowMs - atMs < TEXTLESS_MS) for (const field of fields) add(field, id);
    return items;
  }

  fault(nowMs: number): (SourceFault & { sinceMs: number }) | null {
    const counts = [...this.#counts(nowMs)].map(
      ([field, { size }]) => `${field} of ${size} ${size === 1 ? "item" : "items"}`,
    );
    if (counts.length === 0) return null;
    return { name: "no-text", detail: counts.join(", "), sinceMs: this.#sinceMs };
  }
}

const without = (names: Iterable<string>, others: readonly string[]) =>
  [...names].filter((name) => !others.includes(name));
const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The health of the source, derived from its last responses (docs/decisions/0050), for operators, metrics and staff. */
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
    this.#recordTexts(report, state);
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

  /** Takes the last list, which is empty, as usable: the source has deleted every item on purpose. */
  acceptEmpty(tag: DataTag): void {
    const state = this.#states[tag];
    if (state.faults.list?.name !== "empty") return;
    state.lastUsable = state.list;
    state.lastGoodMs = this.#app.clock();
    state.faults.list = null;
  }

  /** Logs items with missing texts, but only when the set of missing texts changes. */
  #recordTexts(report: ReadReport, { textless }: ListState): void {
    const { source, textless: fields } = report;
    const nowMs = this.#app.clock();
    const before = textless.fault(nowMs)?.detail;
    textless.record(report, nowMs);
    const after = textless.fault(nowMs)?.detail;
    if (after === before || fields.length === 0) return;
    const about = { data: source, fault: "no-text", detail: after, items: fields.slice(0, 20) };
    this.#app.log.warn(about, "content source sends unreadable texts");
  }

  /**
   * Logs each change of the source once. The first list is compared with the contract, and a field that the list lacks may be among its
   * unread names.
   */
  #logChange(report: ReadReport, { list: before, knownFields }: ListState): void {
    const { source, dropped, unread, names } = report;
    const missing = before === null ? report.missing : [];
    const faulty = dropped.filter(isFaulty);
    const isSameDropped =
      JSON.stringify(faulty) === JSON.stringify(before?.dropped.filter(isFaulty) ?? []);
    const differences = {
      missing,
      disappeared: without(before?.names ?? [], names),
      unread: before || missing.length > 0 ? without(unread, before?.unread ?? []) : [],
      dropped: isSameDropped ? [] : faulty.slice(0, 20),
    };
    for (const field of report.fields) knownFields.add(field);
    if (Object.values(differences).every(({ length }) => length === 0)) return;
    this.#app.log.warn(
      { drift: { source, ...differences } },
      missing.length > 0 ? "content source differs from its contract" : "content source changed",
    );
  }

  /** Records an error. An error without a request, such as an open circuit breaker, changes nothing. */
  recordError(tag: DataTag, kind: Kind, error: unknown): void {
    if (!(error instanceof UpstreamError) || error.attempts === 0) return;
    // A wrong shape or a large body is a fault of the item, not of the source.
    if (kind === "item" && ["wrong-shape", "too-large"].includes(error.fault)) return;
    const { faults, failing } = this.#states[tag];
    if (!failing.has(kind))
      this.#app.log.warn({ data: tag, kind }, "content source failing, cached data served");
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

  /** Records a list that another instance fetched or that was stored. */
  recordShared(tag: DataTag, fetchedAtMs: number): void {
    const state = this.#states[tag];
    state.lastGoodMs = Math.max(state.lastGoodMs ?? 0, fetchedAtMs);
    // A newer list means that another instance could read what this one could not.
    if (!state.faults.list || state.faults.list.lastMs >= fetchedAtMs) return;
    this.#logEnd(tag, "list");
    state.faults.list = null;
  }

  read(): SourceReport[] {
    const isSlow = this.#app.source.isSlowerThan(SLOW_MS);
    return DATA_TAGS.map((name) => {
      const { faults, lastGoodMs, list, knownFields, textless } = this.#states[name];
      const slow = { name: "slow", detail: "the last calls", sinceMs: null } as const;
      const noText = textless.fault(this.#app.clock());
      const fault = faults.list ?? faults.item ?? noText ?? (isSlow ? slow : null);
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
