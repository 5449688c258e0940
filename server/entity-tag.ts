import { createHash } from "node:crypto";

/** The strong entity tag of an item: equal items have equal tags, whenever they were read. */
export function entityTag(item: unknown): string {
  const digest = createHash("sha256").update(JSON.stringify(item)).digest("base64url");
  return `"${digest.slice(0, 22)}"`;
}

/**
 * The question of an `If-Match` header (RFC 9110, section 13.1.1): null without one. Weak tags never
 * match, except those a compressing proxy weakened.
 */
export function readIfMatch(header: string | undefined): ((item: unknown) => boolean) | null {
  if (header === undefined || header.trim() === "") return null;
  if (header.trim() === "*") return () => true;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return (item) => tags.includes(entityTag(item));
}
