import { SOURCE_FAULTS } from "../../shared/contract/source-faults.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Config } from "../config.ts";
import { createContentApiClient } from "../upstream/content-api/content-api-client.ts";
import { findListFault } from "../upstream/content-api/list-check.ts";
import type { ReadReport } from "../upstream/content-api/read-report.ts";
import { createHttpClient, type HttpClient } from "../upstream/http/http-client.ts";
import { SLOW_MS } from "../upstream/http/latency-tracker.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";
import { errorAdvice, faultAdvice } from "./source-advice.ts";

const CLOCK_MS = MINUTE_MS;

interface SourceRead {
  reports: ReadReport[];
  /** The `Date` header of the last response. */
  date: string | undefined;
  slowestMs: number;
}

/** Reads both lists with the site's own client. */
async function readSource(
  http: HttpClient,
  { baseUrl, nextParameter }: { baseUrl: string; nextParameter: string | undefined },
): Promise<SourceRead> {
  const read: SourceRead = { reports: [], date: undefined, slowestMs: 0 };
  const request: HttpClient["request"] = async (details) => {
    const startedAt = performance.now();
    const response = await http.request(details);
    read.date = response.headers.date;
    read.slowestMs = Math.max(read.slowestMs, performance.now() - startedAt);
    return response;
  };
  const source = createContentApiClient({
    baseUrl,
    nextParameter,
    http: { ...http, request },
    onReadReport: (report) => read.reports.push(report),
  });
  const call = { requestId: "doctor-1" };
  await source.news.list(call);
  await source.events.list(call);
  return read;
}

/** What explains a fault: why rows were dropped, which fields are missing, and which names may be theirs. */
function explanation({ total, dropped, missing, unread }: ReadReport): string[] {
  const reasons = [...new Set(dropped.map(({ reason }) => reason))].slice(0, 3).join(", ");
  return [
    ...(dropped.length > 0
      ? [`${dropped.length} of ${total} rows cannot be shown: ${reasons}`]
      : []),
    ...(missing.length > 0 ? [`in no row: ${missing.join(", ")}`] : []),
    ...(missing.length > 0 && unread.length > 0 ? [`not read: ${unread.join(", ")}`] : []),
  ];
}

/** What is wrong with a list by the contract of the source. */
function listFindings(report: ReadReport): Finding[] {
  const { source: name, total, dropped, missing } = report;
  if (total === 0)
    return [warning("source", `${name}: 0 rows, so the site shows none`, faultAdvice("empty"))];
  const fault = findListFault(report, null);
  const why = explanation(report).join("; ");
  if (fault) {
    const message = `${name}: ${SOURCE_FAULTS[fault.name]} (${fault.detail}); ${why}`;
    return [failure("source", message.replace(/; $/, ""), faultAdvice(fault.name))];
  }
  if (dropped.length > 0 || missing.length > 0) {
    const advice = faultAdvice(missing.length > 0 ? "no-dates" : "fewer-rows");
    return [warning("source", `${name}: ${why}`, advice)];
  }
  return [];
}

function findingsOf(baseUrl: string, { reports, date, slowestMs }: SourceRead, nowMs: number) {
  const counts = reports.map(({ source, total, dropped }) => `${total - dropped.length} ${source}`);
  const findings = [ok("source", `${baseUrl}: ${counts.join(", ")}`)];
  findings.push(...reports.flatMap(listFindings));
  if (slowestMs > SLOW_MS) {
    const message = `a list took ${(slowestMs / 1_000).toFixed(1)} s`;
    findings.push(warning("source", message, faultAdvice("slow")));
  }
  const skewMs = date === undefined ? 0 : Math.abs(Date.parse(date) - nowMs);
  if (skewMs > CLOCK_MS) {
    const message = `the clocks of the source and of this machine differ by ${Math.round(skewMs / 1_000)} s`;
    findings.push(warning("clock", message, "set both clocks (NTP): events depend on them"));
  }
  return findings;
}

function errorFinding(baseUrl: string, error: unknown): Finding {
  if (!(error instanceof UpstreamError))
    return failure("source", `${baseUrl}: ${codeOf(error)}`, "check CONTENT_API_URL");
  const message = `${baseUrl}: ${SOURCE_FAULTS[error.fault]} (${error.reason})`;
  return failure("source", message, errorAdvice(error));
}

/** Sends the content API the requests of the site, and normalises the responses. */
export async function checkSource(
  config: Pick<Config, "CONTENT_API_URL" | "CONTENT_API_NEXT_PARAMETER">,
  now: () => number,
): Promise<Finding[]> {
  const { CONTENT_API_URL: baseUrl, CONTENT_API_NEXT_PARAMETER: nextParameter } = config;
  if (baseUrl === undefined)
    return [ok("source", "the site starts its own content API, with sample content")];
  const http = createHttpClient({ source: "content-api", baseUrl });
  try {
    return findingsOf(baseUrl, await readSource(http, { baseUrl, nextParameter }), now());
  } catch (error) {
    return [errorFinding(baseUrl, error)];
  } finally {
    await http.close();
  }
}
