/** The id in a path, or null when it cannot be one of ours: then the item is simply not found. */
export function readItemId(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
