/** A field of a query that is a signature: `X-Amz-Signature=…`, `sig=…`. */
const SIGNATURE =
  /^(?:(?:x-[a-z]+-signature|(?:url-?)?signature|sig|hmac|q-signature|auth_key|hdnts|hdnea|hdntl)=|token=eyJ[\w-]+\.[\w-]+\.[\w-]*$)/i;

/** The parameters that go with a signature (signer, time, expiry), as named by S3, Google, CloudFront, Azure and the like. */
const ABOUT_SIGNATURE = new RegExp(
  [
    "^(?:x-(?:amz|goog|oss|cos|obs)-.+|q-.+|(?:aws|oss)accesskeyid|googleaccessid|key-pair-id|policy",
    "expires?(?:-?(?:at|in))?|exp|timestamp|security-token|s[vrtpes]|srt|spr|sk(?:oid|tid|[tesv]))(?:=|$)",
  ].join("|"),
  "i",
);

/** Removes the signature from a URL, so that the URL stays the same when it is signed again. Any other query stays unchanged. */
export function withoutSignature(url: string): string {
  const [before = "", query] = url.split("?", 2);
  const fields = query?.split("&") ?? [];
  const expires = fields.some((field) => /^exp(?:ires?)?=/i.test(field));
  // A token counts as a signature if it has the form of a JWT or the URL expires.
  const signs = (field: string) => SIGNATURE.test(field) || (expires && /^token=/i.test(field));
  if (!fields.some(signs)) return url;
  const kept = fields.filter((field) => !signs(field) && !ABOUT_SIGNATURE.test(field));
  return kept.length === 0 ? before : `${before}?${kept.join("&")}`;
}
