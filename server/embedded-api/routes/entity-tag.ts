import type { VersionCheck } from "../store/events-store.ts";

/** The strong entity tag of one version of an event: `"17.3"` is event 17 in its third version. */
export function entityTag({ id, version }: { id: number; version: number }): string {
  return `"${id}.${version}"`;
}

/**
 * The check of `If-Match` before a write, which passes without the header. Weak tags never match
 * (RFC 9110, 13.1.1), nor does a malformed header.
 */
export function readIfMatch(header: string | undefined): VersionCheck {
  if (header === undefined || header.trim() === "*") return () => true;
  const tags = header.split(",").map((tag) => tag.trim());
  return (event) => tags.includes(entityTag(event));
}
