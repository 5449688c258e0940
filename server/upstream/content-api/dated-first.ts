/** Items whose date cannot be read go last; otherwise the order stays. */
export function datedFirst<Item>(
  items: readonly Item[],
  readAt: (item: Item) => string | null,
): Item[] {
  const isDated = (item: Item): boolean => readAt(item) !== null;
  return [...items.filter(isDated), ...items.filter((item) => !isDated(item))];
}
