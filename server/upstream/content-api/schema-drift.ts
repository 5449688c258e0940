import type { ReadReport } from "./read-report.ts";

/** How the responses of one source differ from the ones before. */
export interface SchemaDrift {
  source: ReadReport["source"];
  kind: ReadReport["kind"];
  /** Fields now filled from other aliases than before, as `field.alias`. */
  appeared: string[];
  disappeared: string[];
  /** Of the first list: fields of the contract that no row has. */
  missing: string[];
  /** Names of fields that nothing here reads and that are new. */
  unread: string[];
  /** Rows dropped from the list, when they are not the same as before; the first 20. */
  dropped: ReadReport["dropped"];
}

export interface DriftDetector {
  check: (report: ReadReport) => void;
}

const maxDroppedInLog = 20;

/** What is known of the responses of one source and kind. */
interface Known {
  aliases: ReadonlySet<string>;
  unread: ReadonlySet<string>;
  /** The rows dropped last, as JSON. */
  dropped: string;
}

/**
 * Calls `onDrift` once for each change of a source's responses. The first list is compared with the contract: by
 * its dropped rows and the fields that no row has; with those, its unread names are reported too, since the fields
 * may be among them. Single items differ from each other by nature: for them only new aliases count.
 */
export function createDriftDetector(onDrift: (drift: SchemaDrift) => void): DriftDetector {
  const knownByKind = new Map<string, Known>();
  return {
    check: (report) => {
      const key = `${report.source} ${report.kind}`;
      const before = knownByKind.get(key);
      knownByKind.set(key, updated(before, report));
      const drift = compare(before, report);
      const { appeared, disappeared, missing, unread, dropped } = drift;
      if ([appeared, disappeared, missing, unread, dropped].some(({ length }) => length > 0))
        onDrift(drift);
    },
  };
}

function updated(before: Known | undefined, report: ReadReport): Known {
  const aliases = aliasNames(report);
  return {
    aliases: report.kind === "item" ? new Set([...aliases, ...(before?.aliases ?? [])]) : aliases,
    unread: new Set([...report.unread, ...(before?.unread ?? [])]),
    dropped: JSON.stringify(report.dropped),
  };
}

function compare(before: Known | undefined, report: ReadReport): SchemaDrift {
  const { source, kind } = report;
  const isSameDropped = JSON.stringify(report.dropped) === (before?.dropped ?? "[]");
  const dropped = isSameDropped ? [] : report.dropped.slice(0, maxDroppedInLog);
  if (before === undefined) {
    const { missing } = report;
    const unread = missing.length > 0 ? report.unread : [];
    return { source, kind, appeared: [], disappeared: [], missing, unread, dropped };
  }
  const aliases = aliasNames(report);
  return {
    source,
    kind,
    appeared: without(aliases, before.aliases),
    disappeared: kind === "item" ? [] : without(before.aliases, aliases),
    missing: [],
    unread: without(new Set(report.unread), before.unread),
    dropped,
  };
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !others.has(name));
}

function aliasNames({ aliases }: ReadReport): Set<string> {
  return new Set(
    Object.entries(aliases).flatMap(([field, counts]) =>
      Object.keys(counts).map((alias) => `${field}.${alias}`),
    ),
  );
}
