import { SEARCH_KINDS, type SearchKind } from "../../shared/model/search-kinds.ts";

// The row id of a document says its kind and its edition, so that FTS5 filters and counts without reading the row:
// kind, 4 bits of edition, 36 bits of serial number. Bound as a bigint: node:sqlite binds a number as a real, which FTS5
// does not compare.
const KIND = 2 ** 40;
const EDITION = 2 ** 36;

/** Documents of every edition: items of the source, in whatever language they are. */
const ANY = 0;
const editions = new Map<string, number>();

/** The number of a language in which the site's pages exist. */
function editionOf(language: string | null): number {
  if (language === null) return ANY;
  const known = editions.get(language);
  if (known !== undefined) return known;
  editions.set(language, editions.size + 1);
  return editions.size;
}

/** The first kind has the highest ids: of very many matches, those with the highest are ranked. */
const rankOf = (kind: SearchKind) => SEARCH_KINDS.length - SEARCH_KINDS.indexOf(kind);

/** `edition` is null for documents of all editions. */
export const rowId = (kind: SearchKind, edition: string | null, serial: number) =>
  BigInt(rankOf(kind) * KIND + editionOf(edition) * EDITION + serial);

/** The kind of the number that `KIND_COLUMN` has. */
export const kindAt = (rank: number): SearchKind | undefined =>
  SEARCH_KINDS[SEARCH_KINDS.length - rank];

/** SQL: the number of a row's kind. */
export const KIND_COLUMN = "(rowid >> 40)";
/** SQL: whether a row is of the edition of the parameter, or of all. */
export const IN_EDITION = `((rowid >> 36) & 15) IN (${ANY}, ?)`;
export const editionParameter = (language: string) => editionOf(language);

/** The range of the ids of a kind; of all kinds unless given. */
export function idRange(kind: SearchKind | null): [from: bigint, to: bigint] {
  if (kind === null) return [0n, BigInt(Number.MAX_SAFE_INTEGER)];
  const from = rankOf(kind) * KIND;
  return [BigInt(from), BigInt(from + KIND - 1)];
}
