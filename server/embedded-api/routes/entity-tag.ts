import type { VersionCheck } from "../store/events-store.ts";

/** The strong entity tag of one version of an event: `"17.3"` is event 17 in its third version. */
export function entityTag({ id, version }: { id: number; version: number }): string {
  return `"${id}.${version}"`;
}

/**
 * Turns `If-Match` into the question whether a write may go ahead. Without the header it always may. Weak tags
 * never match (RFC 9110, 13.1.1), and neither does a header that cannot be read.
 */
export function readIfMatch(header: string | undefined): VersionCheck {
  if (header === undefined || header.trim() === "*") return () => true;
  const tags = header.split(",").map((tag) => tag.trim());
  return (event) => tags.includes(entityTag(event));
}
