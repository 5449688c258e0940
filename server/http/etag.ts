import { createHash } from "node:crypto";
import { sorted } from "../source/fields/values.ts";
import { withoutSignature } from "../source/text/web-url.ts";

/** A strong entity tag (RFC 9110, section 8.8.3) of the parts, one after another: 132 bits of their SHA-256. */
export function strongEtag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  // A hyphen at its end would be taken for one of a proxy's addition.
  return `"${hash.digest("base64url").slice(0, 22).replaceAll("-", "_")}"`;
}

/** A weak entity tag: for a response that is sent in several content encodings. */
export const weakEtag = (...parts: readonly (string | Buffer)[]) => `W/${strongEtag(...parts)}`;

/** The embedded content API, in the address of a picture: another port after each start, and in each instance. */
const EMBEDDED_ORIGIN = /^http:\/\/127\.0\.0\.1:\d+/;

/** The strong entity tag of an item: equal items have equal tags, wherever they were read, and when their pictures were signed. */
export const entityTag = (item: unknown): string =>
  strongEtag(
    JSON.stringify(item, (name, value: unknown) =>
      name === "url" && typeof value === "string"
        ? withoutSignature(value).replace(EMBEDDED_ORIGIN, "")
        : sorted(value),
    ),
  );

/** The most tags that are read of a header, and the most characters of one: ours have 27 at most. */
const MOST_TAGS = 50;
const LONGEST_TAG = 100;

/** The end that a compressing proxy gives a tag, within its quotes or after them: `-gzip` of `"abc-gzip"`, `;br` of `"abc";br`. */
const CODING = /[-;:]{1,2}(?:x-)?(?:gzip|gz|br|deflate|zstd)$/i;

/** Removes the additions of proxies, one behind another, from the end of a tag. */
function withoutCodings(tag: string): string {
  let text = tag.replace(/"$/, "");
  while (CODING.test(text)) text = text.replace(CODING, "").replace(/"$/, "");
  return `${text}"`;
}

/** The tags of `If-Match` or `If-None-Match`, as they came and without the additions of proxies. */
export const tagsIn = (header: string): string[] =>
  header
    .split(",", MOST_TAGS)
    .map((tag) => tag.trim())
    .filter((tag) => tag.length <= LONGEST_TAG)
    .flatMap((tag) => [tag, withoutCodings(tag)]);

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, "");

/** Whether `If-None-Match` names a tag (RFC 9110, section 13.1.2): tags are compared weakly. */
export const namesTag = (header: string, tag: string): boolean =>
  header.trim() === "*" || tagsIn(header).map(withoutWeakness).includes(withoutWeakness(tag));

/** Reads `If-Match` (RFC 9110, section 13.1.1); null without one. Weak tags match only where a compressing proxy made them so. */
export function readIfMatch(header: string | undefined): ((item: unknown) => boolean) | null {
  if (header === undefined || header.trim() === "") return null;
  if (header.trim() === "*") return () => true;
  const tags = tagsIn(header).map(withoutWeakness);
  return (item) => tags.includes(entityTag(item));
}
