import { createHash } from "node:crypto";
import { withSortedFields } from "../records.ts";
import { withoutSignature } from "../url-signature.ts";

/** Returns a strong entity tag (RFC 9110, section 8.8.3): 132 bits of the SHA-256 of the concatenated parts. */
export function strongEtag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  // A hyphen at the end could be taken for the start of a proxy's suffix.
  return `"${hash.digest("base64url").slice(0, 22).replaceAll("-", "_")}"`;
}

/** Returns a weak entity tag, for a response that is sent in several content encodings. */
export const weakEtag = (...parts: readonly (string | Buffer)[]) => `W/${strongEtag(...parts)}`;

/** The origin of the embedded content API in picture URLs. The port differs after each start and in each instance. */
const EMBEDDED_ORIGIN = /^http:\/\/127\.0\.0\.1:\d+/;

/** Returns the strong entity tag of an item. Neither the place it was read from nor the signatures of its pictures change the tag. */
export const itemEtag = (item: unknown): string =>
  strongEtag(
    JSON.stringify(item, (name, value: unknown) =>
      name === "url" && typeof value === "string"
        ? withoutSignature(value).replace(EMBEDDED_ORIGIN, "")
        : withSortedFields(value),
    ),
  );

/** The limits on the tags of a header: how many are read, and how long each may be. Our own tags have at most 27 characters. */
const MOST_TAGS = 50;
const LONGEST_TAG = 100;

/** The suffix that a compressing proxy adds to a tag, inside or after the quotes: `-gzip` of `"abc-gzip"`, `;br` of `"abc";br`. */
const CODING = /[-;:]{1,2}(?:x-)?(?:gzip|gz|br|deflate|zstd)$/i;

/** Removes all suffixes of proxies from the end of a tag. */
function withoutCodings(tag: string): string {
  let text = tag.replace(/"$/, "");
  while (CODING.test(text)) text = text.replace(CODING, "").replace(/"$/, "");
  return `${text}"`;
}

/** Returns the tags of `If-Match` or `If-None-Match`, each both as received and without the suffixes of proxies. */
export const tagsIn = (header: string): string[] =>
  header
    .split(",", MOST_TAGS)
    .map((tag) => tag.trim())
    .filter((tag) => tag.length <= LONGEST_TAG)
    .flatMap((tag) => [tag, withoutCodings(tag)]);

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, "");

/** Tells whether `If-None-Match` names a tag, by weak comparison (RFC 9110, section 13.1.2). */
export const namesTag = (header: string, tag: string): boolean =>
  header.trim() === "*" || tagsIn(header).map(withoutWeakness).includes(withoutWeakness(tag));

/** Reads `If-Match` (RFC 9110, section 13.1.1); returns null without the header. A strong tag that a proxy made weak still matches. */
export function readIfMatch(header: string | undefined): ((item: unknown) => boolean) | null {
  if (header === undefined || header.trim() === "") return null;
  if (header.trim() === "*") return () => true;
  const tags = tagsIn(header).map(withoutWeakness);
  return (item) => tags.includes(itemEtag(item));
}
