import type { Dispatcher } from "undici";
import { HttpError } from "./http-error.ts";
import { readHeader } from "./read-body.ts";
import { dropBody } from "./read-response.ts";

/** https, another path and a slash. */
const MAX_REDIRECTS = 3;
const MAX_SHOWN = 200;

/** A redirect of any other method becomes a GET without a body. */
const KEEPS_METHOD: readonly number[] = [307, 308];
const LEADS_ON: readonly number[] = [301, 302, 303, ...KEEPS_METHOD];

/** Where a URL leads, for operators: without a query, which may hold a secret. */
export const placeOf = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host}${pathname}`.slice(0, MAX_SHOWN);

/** The same origin, or https on the same host. */
export const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (from.protocol === "http:" && to.protocol === "https:" && to.hostname === from.hostname);

/**
 * The URL to which a response redirects; null for any other response.
 * @throws HttpError when it may not be followed; the body is consumed
 */
export async function followedRedirect(
  response: Dispatcher.ResponseData,
  url: URL,
  { isFollowed, isRead, hops }: { isFollowed: boolean; isRead: boolean; hops: number },
): Promise<URL | null> {
  const { statusCode: status, headers } = response;
  if (!LEADS_ON.includes(status)) return null;
  await dropBody(response);
  const location = readHeader(headers, "location");
  const target = location === "" ? null : URL.parse(location, url.href);
  const isKept = isRead || KEEPS_METHOD.includes(status);
  if (target && isFollowed && isKept && isSameHost(url, target) && hops < MAX_REDIRECTS)
    return target;
  const place = target ? placeOf(target) : "no URL";
  const detail = `status ${status} to ${place}${hops < MAX_REDIRECTS ? "" : ", too many"}`;
  throw new HttpError({ kind: "status", fault: "redirect", detail, status });
}
