import type { Reading } from "./content-api/reading.ts";

/** How the answers of one source have changed since the last time. */
export interface DriftChange {
  source: Reading["source"];
  kind: Reading["kind"];
  /** Fields now filled from other aliases than before, as `field.alias`. */
  appeared: string[];
  disappeared: string[];
  /** Names that came in, that nobody reads, and that had not come before. */
  unread: string[];
  /** Rows left out of the list now, when they are not the ones of last time; the first 20. */
  dropped: Reading["dropped"];
}

export interface DriftRadar {
  read: (reading: Reading) => void;
  /** The last reading of each source and kind, for operators. */
  lastReadings: () => Reading[];
}

const maxDroppedInLog = 20;

interface Seen {
  reading: Reading;
  aliases: ReadonlySet<string>;
  unread: ReadonlySet<string>;
  droppedKey: string;
}

/**
 * Notices when a source starts to answer in another way, and says so once for each change. The
 * first list only speaks up about dropped rows. Single items differ from each other by nature:
 * there only new aliases count.
 */
export function createDriftRadar(log: (change: DriftChange) => void): DriftRadar {
  const seen = new Map<string, Seen>();

  function read(reading: Reading): void {
    const key = `${reading.source} ${reading.kind}`;
    const before = seen.get(key);
    const now = namedAliases(reading);
    const isItem = reading.kind === "item";
    const droppedKey = JSON.stringify(reading.dropped);
    const appeared = before === undefined ? [] : without(now, before.aliases);
    const disappeared = before === undefined || isItem ? [] : without(before.aliases, now);
    const dropped = droppedKey === (before?.droppedKey ?? "[]") ? [] : reading.dropped;
    const unread = before === undefined ? [] : without(new Set(reading.unread), before.unread);
    const aliases = isItem ? new Set([...now, ...(before?.aliases ?? [])]) : now;
    const known = new Set([...reading.unread, ...(before?.unread ?? [])]);
    seen.set(key, { reading, aliases, unread: known, droppedKey });
    if (appeared.length + disappeared.length + unread.length + dropped.length === 0) return;
    const { source, kind } = reading;
    log({
      source,
      kind,
      appeared,
      disappeared,
      unread,
      dropped: dropped.slice(0, maxDroppedInLog),
    });
  }

  return { read, lastReadings: () => [...seen.values()].map(({ reading }) => reading) };
}

function without(names: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !others.has(name));
}

function namedAliases({ aliases }: Reading): Set<string> {
  return new Set(
    Object.entries(aliases).flatMap(([field, counts]) =>
      Object.keys(counts).map((alias) => `${field}.${alias}`),
    ),
  );
}
