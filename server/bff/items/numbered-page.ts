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
