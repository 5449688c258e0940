import { createHash } from "node:crypto";
import { withoutSignature } from "../source/text/web-url.ts";

/** Enough of a SHA-256 in base64url: 132 bits. */
const DIGEST_LENGTH = 22;

/** A strong entity tag (RFC 9110, section 8.8.3) of the parts, one after another. */
export function strongEtag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  // A hyphen at its end would be taken for one of a proxy's addition.
  return `"${hash.digest("base64url").slice(0, DIGEST_LENGTH).replaceAll("-", "_")}"`;
}

/** A weak entity tag: for a response that is sent in several content encodings. */
export function weakEtag(...parts: readonly (string | Buffer)[]): string {
  return `W/${strongEtag(...parts)}`;
}

/** The strong entity tag of an item: equal items have equal tags, whenever they were read and their pictures signed. */
export function entityTag(item: unknown): string {
  return strongEtag(
    JSON.stringify(item, (name, value: unknown) =>
      name === "url" && typeof value === "string" ? withoutSignature(value) : value,
    ),
  );
}

/** What compressing proxies add to a tag, within its quotes or after them. */
const CODINGS = /"?(?:[-;:]{1,2}(?:x-)?(?:gzip|gz|br|deflate|zstd))+"?(?=\s*(?:,|$))/gi;

/** The tags of a conditional header as the site sent them. */
export const withoutCodings = (header: string): string => header.replaceAll(CODINGS, '"');

/** True when `If-None-Match` names this version (RFC 9110, section 13.1.2: compared weakly). */
export function matchesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  // The quotes belong to the tag: no tag is part of another.
  const tag = etag.replace(/^W\//, "");
  return header.trim() === "*" || header.includes(tag) || withoutCodings(header).includes(tag);
}

/**
 * The precondition of an `If-Match` header (RFC 9110, section 13.1.1); null without one. Weak tags never
 * match, except those a compressing proxy changed.
 */
export function readIfMatch(header: string | undefined): ((item: unknown) => boolean) | null {
  if (header === undefined || header.trim() === "") return null;
  if (header.trim() === "*") return () => true;
  const tags = `${header},${withoutCodings(header)}`
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return (item) => tags.includes(entityTag(item));
}
