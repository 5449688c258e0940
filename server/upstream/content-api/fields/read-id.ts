import { isSlug } from "../../../contract/slug.ts";

/** `110` and `"110"` are the same id. Null when it cannot be part of a URL. */
export function readId(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== "string") return null;
  const id = value.trim();
  return isSlug(id) ? id : null;
}

export function readSlug(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const slug = value.trim();
  return isSlug(slug) ? slug : null;
}
