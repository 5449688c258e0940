/** What a storage or a CDN signs a URL with. */
const SIGNATURE =
  /^(?:x-[a-z]+-signature|(?:url-?)?signature|sig|hmac|q-signature|auth_key|hdnts|hdnea|hdntl)$/i;

/** Who signed, when and until when, in the names of S3, Google, CloudFront, Azure and the like. */
const ABOUT_SIGNATURE = new RegExp(
  [
    "^(?:x-(?:amz|goog|oss|cos|obs)-.+|q-.+|(?:aws|oss)accesskeyid|googleaccessid|key-pair-id|policy",
    "expires?(?:-?(?:at|in))?|exp|timestamp|security-token|s[vrtpes]|srt|spr|sk(?:oid|tid|[tesv]))$",
  ].join("|"),
  "i",
);

const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** A token signs when it is one by its form, or expires. */
const isSigningToken = (value: string, names: readonly string[]) =>
  JWT.test(value) || names.some((name) => /^(?:expires?|exp)$/i.test(name));

/**
 * A URL without its signature: what it names when it is signed anew. Any other query stays as it is.
 */
export function withoutSignature(url: string): string {
  const [before = "", query] = url.split("?", 2);
  if (query === undefined) return url;
  const fields = query.split("&");
  const names = fields.map((field) => field.split("=", 1)[0] ?? "");
  const signs = fields.map((field, index) => {
    const name = names[index] ?? "";
    const value = field.slice(name.length + 1);
    return SIGNATURE.test(name) || (/^token$/i.test(name) && isSigningToken(value, names));
  });
  if (!signs.includes(true)) return url;
  const kept = fields.filter(
    (_, index) => !signs[index] && !ABOUT_SIGNATURE.test(names[index] ?? ""),
  );
  return kept.length === 0 ? before : `${before}?${kept.join("&")}`;
}
