import type { SourceFaultName } from "../../shared/contract/source-faults.ts";
import type { UpstreamError } from "../upstream/upstream-error.ts";

const NAMES =
  "compare the names and formats of its fields with the contract (server/embedded-api/README.md)";

/** What to do about each fault of the source. */
const ADVICE: Readonly<Record<SourceFaultName, string>> = {
  refused:
    "start the source, or correct the host and port of CONTENT_API_URL; check the firewall and the certificate",
  timeout: "see why the source hangs: its log, its database, the network between",
  slow: "see why the source is slow: its log, its database, the network between",
  status: "see the log of the source for this status",
  redirect:
    "set CONTENT_API_URL to where the source is: only redirects to the same host are followed",
  "not-json":
    "check that CONTENT_API_URL is the content API itself, not a web page, a login or a proxy's error page",
  "cut-off":
    "see the log of the source and of the proxies before it: one of them ends responses early",
  "too-large": "the lists of the source must stay below 2 MiB: send fewer or shorter rows",
  "wrong-shape":
    'check that CONTENT_API_URL ends before "/api/news/", and that the source sends {"items": []}, an array, {"data": []} or {"results": []}',
  incomplete:
    "see how the source names its next page (server/embedded-api/README.md); for a token set CONTENT_API_NEXT_PARAMETER",
  "no-rows": "every row needs id, slug and title: see what the source was changed to send",
  "fewer-rows": 'look for "content source changed" in the log: it names the rows and the reasons',
  "no-dates": NAMES,
  "fewer-dates":
    "see the items without a date in the source: dates are ISO 8601, RFC 2822 or epoch",
  empty: "when the items were not deleted on purpose, restore them at the source",
};

/** The advice for a status is that of its cause. */
const STATUS_ADVICE: Readonly<Record<number, string>> = {
  401: "the source asks for credentials: its key has expired, or the site's address is no longer allowed",
  403: "the source refuses this site: its key has expired, or the site's address is no longer allowed",
  404: 'the path is wrong: CONTENT_API_URL must be what stands before "/api/news/"',
  410: 'the path is wrong: CONTENT_API_URL must be what stands before "/api/news/"',
  429: "the source limits the number of calls: raise its limit, or FRESH_SECONDS",
};

export function faultAdvice(fault: SourceFaultName): string {
  return ADVICE[fault];
}

export function errorAdvice({ fault, status }: UpstreamError): string {
  return (status === null ? undefined : STATUS_ADVICE[status]) ?? ADVICE[fault];
}
