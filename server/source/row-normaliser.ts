import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import type { TextOptions } from "./fields/texts.ts";
import type { RowFields } from "./fields/values.ts";

/** A row of the source. Only its identity is checked; any other field may hold anything. */
export interface RawRow extends RowFields {
  id: string;
  slug: string;
  title: string;
}

export interface RowNormaliser<Item> {
  source: DataTag;
  normalise: (row: RawRow, options: ReadOptions) => Item;
  /** The fields of the contract that at least one row of a list should have. */
  expected: readonly (keyof Item & string)[];
  precisionOf: (item: Item) => DatePrecision;
}

export interface ReadOptions extends TextOptions {
  isPublic: (row: RowFields, source: DataTag) => boolean;
}

/** A normaliser with the options of a read. A parser with a clock leaves out rows that are not public at that time. */
export type RowParser<Item> = RowNormaliser<Item> &
  Pick<TextOptions, "baseUrl"> & { clock?: () => number };
