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

/** One numbered page of a list, counted from 1, and how many there are: at least one. */
export function numberedPage<Item>(
  items: readonly Item[],
  { page, pageSize }: { page: number; pageSize: number },
): { items: Item[]; pages: number } {
  const from = (page - 1) * pageSize;
  return {
    items: items.slice(from, from + pageSize),
    pages: Math.max(1, Math.ceil(items.length / pageSize)),
  };
}
