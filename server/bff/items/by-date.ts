import type { DateOrder } from "../bff-data.ts";

/** The items by their date, undated ones last; equal dates keep their order. */
export function byDate<Item>(
  items: readonly Item[],
  order: Exclude<DateOrder, "source">,
  dateOf: (item: Item) => string | null,
): Item[] {
  const sign = order === "earliest-first" ? 1 : -1;
  const dated = items.flatMap((item) => {
    const date = dateOf(item);
    return date === null ? [] : [{ item, at: Date.parse(date) }];
  });
  const undated = items.filter((item) => dateOf(item) === null);
  return [...dated.sort((a, b) => sign * (a.at - b.at)).map(({ item }) => item), ...undated];
}
