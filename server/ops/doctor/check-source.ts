import { DATA_TAGS, SOURCE_FAULTS } from "../../../shared/contract/site-data.ts";
import type { Config } from "../../config.ts";
import { createContentApiClient } from "../../source/content-api-client.ts";
import { findListFault, usedRows } from "../../source/health.ts";
import { HttpClient, SLOW_MS } from "../../source/http/http-client.ts";
import { UpstreamError } from "../../source/http/upstream-error.ts";
import type { ReadReport } from "../../source/read-responses.ts";
import { adviceOf, FAULT_ADVICE, type Finding, failure, ok, PLACES, warning } from "./findings.ts";

/** What is wrong with a list by the contract of the source, and why: dropped rows, missing fields, names that may be theirs. */
function listFindings(report: ReadReport): Finding[] {
  const { source: name, total, dropped, missing, unread } = report;
  if (total === 0)
    return [warning("source", `${name}: 0 rows, so the site shows none`, FAULT_ADVICE.empty)];
  const fault = findListFault(report, null);
  const reasons = [...new Set(dropped.map(({ reason }) => reason))].slice(0, 3).join(", ");
  const why = [
    fault && `${SOURCE_FAULTS[fault.name]} (${fault.detail})`,
    dropped.length > 0 && `${dropped.length} of ${total} rows cannot be shown: ${reasons}`,
    missing.length > 0 && `in no row: ${missing.join(", ")}`,
    missing.length > 0 && unread.length > 0 && `not read: ${unread.join(", ")}`,
  ].filter(Boolean);
  if (why.length === 0) return [];
  const message = `${name}: ${why.join("; ")}`;
  if (fault) return [failure("source", message, FAULT_ADVICE[fault.name])];
  return [warning("source", message, FAULT_ADVICE[missing.length > 0 ? "no-dates" : "fewer-rows"])];
}

/** Reads both lists with the site's own client, and judges them as the site does. */
export async function checkSource(config: Config): Promise<Finding[]> {
  const { CONTENT_API_URL: baseUrl, CONTENT_API_TOKEN: token } = config;
  if (baseUrl === undefined)
    return [ok("source", "the site starts its own content API, with sample content")];
  const http = new HttpClient({ source: "content-api", baseUrl, token });
  const reports: ReadReport[] = [];
  const client = createContentApiClient({
    ...{ http, baseUrl, nextParameter: config.CONTENT_API_NEXT_PARAMETER },
    onReadReport: (report) => reports.push(report),
  });
  let slowestMs = 0;
  try {
    for (const tag of DATA_TAGS) {
      const startedAt = performance.now();
      await client[tag].list({ requestId: "doctor-1" });
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { fault, reason } = error;
    const message = `${baseUrl}: ${SOURCE_FAULTS[fault]} (${reason})`;
    return [failure("source", message, adviceOf(reason, PLACES.source, FAULT_ADVICE[fault]))];
  } finally {
    await http.close();
  }
  const counts = reports.map((report) => `${usedRows(report)} ${report.source}`).join(", ");
  const slow = `a list took ${(slowestMs / 1_000).toFixed(1)} s`;
  return [
    ok("source", `${baseUrl}: ${counts}`),
    ...reports.flatMap(listFindings),
    ...(slowestMs > SLOW_MS ? [warning("source", slow, FAULT_ADVICE.slow)] : []),
  ];
}
