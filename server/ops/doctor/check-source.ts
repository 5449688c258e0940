import {
  DATA_TAGS,
  SOURCE_FAULTS,
  type SourceFaultName,
} from "../../../shared/contract/site-data.ts";
import type { Config } from "../../config.ts";
import { createContentApiClient } from "../../source/content-api-client.ts";
import { findListFault, usedRows } from "../../source/health.ts";
import { HttpClient, SLOW_MS } from "../../source/http/http-client.ts";
import { UpstreamError } from "../../source/http/upstream-error.ts";
import type { ReadReport } from "../../source/read-responses.ts";
import { adviceOf } from "./advice.ts";
import { codeOf, type Finding, failure, ok, warning } from "./checks.ts";

const SOURCE = { name: "the source", setting: "CONTENT_API_URL" };
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
  401: "the source asks for a key: set CONTENT_API_TOKEN to one that it takes; the one that is set may have expired",
  403: "the source refuses this site: the key in CONTENT_API_TOKEN may not read, or the site's address is not allowed",
  404: 'the path is wrong: CONTENT_API_URL must be what stands before "/api/news/"',
  410: 'the path is wrong: CONTENT_API_URL must be what stands before "/api/news/"',
  429: "the source limits the number of calls: raise its limit, or FRESH_SECONDS",
};

/** What explains a fault: why rows were dropped, which fields are missing, and which names may be theirs. */
function explanation({ total, dropped, missing, unread }: ReadReport): string {
  const reasons = [...new Set(dropped.map(({ reason }) => reason))].slice(0, 3).join(", ");
  return [
    dropped.length > 0 && `${dropped.length} of ${total} rows cannot be shown: ${reasons}`,
    missing.length > 0 && `in no row: ${missing.join(", ")}`,
    missing.length > 0 && unread.length > 0 && `not read: ${unread.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** What is wrong with a list by the contract of the source. */
function listFindings(report: ReadReport): Finding[] {
  const { source: name, total, missing } = report;
  if (total === 0)
    return [warning("source", `${name}: 0 rows, so the site shows none`, ADVICE.empty)];
  const fault = findListFault(report, null);
  const why = explanation(report);
  if (fault) {
    const message = `${name}: ${SOURCE_FAULTS[fault.name]} (${fault.detail}); ${why}`;
    return [failure("source", message.replace(/; $/, ""), ADVICE[fault.name])];
  }
  if (why === "") return [];
  return [warning("source", `${name}: ${why}`, missing.length > 0 ? NAMES : ADVICE["fewer-rows"])];
}

function errorFinding(baseUrl: string, error: unknown): Finding {
  if (!(error instanceof UpstreamError))
    return failure("source", `${baseUrl}: ${codeOf(error)}`, "check CONTENT_API_URL");
  const { fault, reason, status } = error;
  const advice =
    (status === null ? undefined : STATUS_ADVICE[status]) ??
    adviceOf(reason, SOURCE) ??
    ADVICE[fault];
  return failure("source", `${baseUrl}: ${SOURCE_FAULTS[fault]} (${reason})`, advice);
}

/** Reads both lists with the site's own client, and judges them as the site does. */
export async function checkSource(
  config: Pick<Config, "CONTENT_API_URL" | "CONTENT_API_TOKEN" | "CONTENT_API_NEXT_PARAMETER">,
): Promise<Finding[]> {
  const { CONTENT_API_URL: baseUrl, CONTENT_API_NEXT_PARAMETER: nextParameter } = config;
  const { CONTENT_API_TOKEN: token } = config;
  if (baseUrl === undefined)
    return [ok("source", "the site starts its own content API, with sample content")];
  const http = new HttpClient({ source: "content-api", baseUrl, token });
  const reports: ReadReport[] = [];
  const onReadReport = (report: ReadReport) => {
    reports.push(report);
  };
  const client = createContentApiClient({ http, baseUrl, nextParameter, onReadReport });
  let slowestMs = 0;
  try {
    for (const tag of DATA_TAGS) {
      const startedAt = performance.now();
      await client[tag].list({ requestId: "doctor-1" });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  } catch (error) {
    return [errorFinding(baseUrl, error)];
  } finally {
    await http.close();
  }
  const counts = reports.map((report) => `${usedRows(report)} ${report.source}`).join(", ");
  const slow = `a list took ${(slowestMs / 1_000).toFixed(1)} s`;
  return [
    ok("source", `${baseUrl}: ${counts}`),
    ...reports.flatMap(listFindings),
    ...(slowestMs > SLOW_MS ? [warning("source", slow, ADVICE.slow)] : []),
  ];
}
