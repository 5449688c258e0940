import { SOURCE_FAULTS } from "../../shared/contract/source-faults.ts";
import type { Config } from "../config.ts";
import { createContentApiClient } from "../upstream/content-api/content-api-client.ts";
import { findListFault } from "../upstream/content-api/list-check.ts";
import type { ReadReport } from "../upstream/content-api/read-report.ts";
import { createHttpClient, type HttpClient } from "../upstream/http/http-client.ts";
import { SLOW_MS } from "../upstream/http/instrumented-http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";
import { errorAdvice, faultAdvice } from "./source-advice.ts";

/** Reads both lists with the site's own client. */
async function readSource(
  http: HttpClient,
  { baseUrl, nextParameter }: { baseUrl: string; nextParameter: string | undefined },
): Promise<{ reports: ReadReport[]; slowestMs: number }> {
  const reports: ReadReport[] = [];
  const onReadReport = (report: ReadReport) => reports.push(report);
  const source = createContentApiClient({ baseUrl, nextParameter, http, onReadReport });
  const call = { requestId: "doctor-1" };
  let slowestMs = 0;
  for (const list of [source.news.list, source.events.list]) {
    const startedAt = performance.now();
    await list(call);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return { reports, slowestMs };
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

function findingsOf(
  baseUrl: string,
  { reports, slowestMs }: { reports: readonly ReadReport[]; slowestMs: number },
): Finding[] {
  const counts = reports.map(({ source, total, dropped }) => `${total - dropped.length} ${source}`);
  const slow = `a list took ${(slowestMs / 1_000).toFixed(1)} s`;
  return [
    ok("source", `${baseUrl}: ${counts.join(", ")}`),
    ...reports.flatMap(listFindings),
    ...(slowestMs > SLOW_MS ? [warning("source", slow, faultAdvice("slow"))] : []),
  ];
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
): Promise<Finding[]> {
  const { CONTENT_API_URL: baseUrl, CONTENT_API_NEXT_PARAMETER: nextParameter } = config;
  if (baseUrl === undefined)
    return [ok("source", "the site starts its own content API, with sample content")];
  const http = createHttpClient({ source: "content-api", baseUrl });
  try {
    return findingsOf(baseUrl, await readSource(http, { baseUrl, nextParameter }));
  } catch (error) {
    return [errorFinding(baseUrl, error)];
  } finally {
    await http.close();
  }
}
