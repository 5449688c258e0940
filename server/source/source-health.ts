import { DATA_TAGS, type DataTag } from "../../shared/contract/site-data.ts";
import {
  findListFault,
  type ListFigures,
  type SourceFault,
} from "../upstream/content-api/list-check.ts";
import type { ReadReport } from "../upstream/content-api/read-report.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

/** The state of one kind of data, by the last response of the source. */
export interface DataHealth {
  name: DataTag;
  /** Null when the last response was usable, or before the first. `sinceMs` is null for a state without a beginning. */
  fault: (SourceFault & { sinceMs: number | null }) | null;
  /** When the newest usable list was requested, by this instance or another one; null before the first. */
  lastGoodMs: number | null;
}

export interface SourceHealth {
  recordRead(report: ReadReport): void;
  /** An error that no request was made for, such as an open circuit breaker, changes nothing. */
  recordError(tag: DataTag, kind: ReadReport["kind"], error: unknown): void;
  /** A list that another instance fetched, or that was on disk. */
  recordShared(tag: DataTag, fetchedAtMs: number): void;
  read(): DataHealth[];
  /** Whether the last call for any kind of data failed. */
  isFailing(): boolean;
}

interface Fault extends SourceFault {
  sinceMs: number;
  lastMs: number;
  isError: boolean;
}

interface State {
  lastGoodMs: number | null;
  lastUsable: ListFigures | null;
  list: Fault | null;
  item: Fault | null;
}

/** Faults of a single item's response that are those of the item, not of the source. */
const OF_ONE_ITEM = new Set<SourceFault["name"]>(["wrong-shape", "too-large"]);

/** Keeps the time a fault began while only its details change. */
function since(before: Fault | null, fault: SourceFault, nowMs: number, isError: boolean): Fault {
  const sinceMs = before?.name === fault.name ? before.sinceMs : nowMs;
  return { ...fault, sinceMs, lastMs: nowMs, isError };
}

/**
 * What the last responses say of the source, for each kind of data. `isSlow` is true while most responses take longer
 * than a second; `now` is the clock, milliseconds. `onListFault` is called when a list that arrived begins to be
 * unusable; errors are reported to the request that meets them.
 */
export function createSourceHealth(options: {
  isSlow: () => boolean;
  now: () => number;
  onListFault: (tag: DataTag, fault: SourceFault) => void;
}): SourceHealth {
  const { isSlow, now, onListFault } = options;
  const empty = (): State => ({ lastGoodMs: null, lastUsable: null, list: null, item: null });
  const states = { news: empty(), events: empty() };

  function faultOf({ list, item }: State): DataHealth["fault"] {
    const fault = list ?? item;
    if (fault) return { name: fault.name, detail: fault.detail, sinceMs: fault.sinceMs };
    return isSlow() ? { name: "slow", detail: "the last calls", sinceMs: null } : null;
  }

  return {
    recordRead(report) {
      const state = states[report.source];
      state.item = null;
      if (report.kind === "item") return;
      const fault = findListFault(report, state.lastUsable);
      if (fault && fault.name !== state.list?.name) onListFault(report.source, fault);
      state.list = fault && since(state.list, fault, now(), false);
      if (fault) return;
      state.lastUsable = report;
      state.lastGoodMs = now();
    },
    recordError(tag, kind, error) {
      if (!(error instanceof UpstreamError) || error.attempts === 0) return;
      if (kind === "item" && OF_ONE_ITEM.has(error.fault)) return;
      states[tag][kind] = since(
        states[tag][kind],
        { name: error.fault, detail: error.reason },
        now(),
        true,
      );
    },
    recordShared(tag, fetchedAtMs) {
      const state = states[tag];
      state.lastGoodMs = Math.max(state.lastGoodMs ?? 0, fetchedAtMs);
      // Another instance reads what this one could not.
      if (state.list && state.list.lastMs < fetchedAtMs) state.list = null;
    },
    read: () =>
      DATA_TAGS.map((name) => {
        const { lastGoodMs } = states[name];
        return { name, fault: faultOf(states[name]), lastGoodMs };
      }),
    isFailing: () => Object.values(states).some(({ list, item }) => list?.isError || item?.isError),
  };
}
