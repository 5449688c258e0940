import { isIP } from "node:net";
import { PictureError } from "./picture-error.ts";

const MAX_LENGTH = 4_096;

interface Rules {
  /** Of the content API, as configured: reached whether private or not. */
  ownOrigin: string;
  isPublicAddress: (address: string) => boolean;
}

/**
 * The URL to fetch. The content API's own origin, else https on a public host.
 * @throws PictureError for every other address
 */
export function allowedUrl(address: string, { ownOrigin, isPublicAddress }: Rules): URL {
  if (address.length > MAX_LENGTH || !URL.canParse(address))
    throw new PictureError("forbidden", "no URL");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "")
    throw new PictureError("forbidden", "credentials in the URL");
  if (url.origin === ownOrigin) return url;
  if (url.protocol !== "https:") throw new PictureError("forbidden", "not https");
  // The URL parser has put every spelling of an IPv4 address (octal, one number) into dotted form.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new PictureError("forbidden", "not a public address");
  return url;
}
