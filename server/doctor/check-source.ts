import { MINUTE_MS } from "../../shared/time.ts";
import { createContentApiClient } from "../upstream/content-api/content-api-client.ts";
import type { ReadReport } from "../upstream/content-api/read-report.ts";
import { createHttpClient, type HttpClient } from "../upstream/http/http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";

const CLOCK_MS = MINUTE_MS;

interface SourceRead {
  news: number;
  events: number;
  dropped: number;
  /** The `Date` header of the last response. */
  date: string | undefined;
}

/** Reads both lists with the site's own client. */
async function readSource(http: HttpClient, baseUrl: string): Promise<SourceRead> {
  const reports: ReadReport[] = [];
  let date: string | undefined;
  const request: HttpClient["request"] = async (details) => {
    const response = await http.request(details);
    date = response.headers.date;
    return response;
  };
  const source = createContentApiClient({
    baseUrl,
    http: { ...http, request },
    onReadReport: (report) => reports.push(report),
  });
  const call = { requestId: "doctor-1" };
  const news = await source.news.list(call);
  const events = await source.events.list(call);
  const dropped = reports.reduce((sum, { dropped: rows }) => sum + rows.length, 0);
  return { news: news.length, events: events.length, dropped, date };
}

function findingsOf(baseUrl: string, read: SourceRead, nowMs: number): Finding[] {
  const findings = [ok("source", `${baseUrl}: ${read.news} news, ${read.events} events`)];
  if (read.dropped > 0) {
    const fix = 'look for "content source changed" in the log: it names the rows and the reasons';
    findings.push(warning("source", `${read.dropped} rows of the source cannot be shown`, fix));
  }
  const skewMs = read.date === undefined ? 0 : Math.abs(Date.parse(read.date) - nowMs);
  if (skewMs > CLOCK_MS) {
    const message = `the clocks of the source and of this machine differ by ${Math.round(skewMs / 1_000)} s`;
    findings.push(warning("clock", message, "set both clocks (NTP): events depend on them"));
  }
  return findings;
}

/** Sends the content API the requests of the site, and normalises the responses. */
export async function checkSource(
  baseUrl: string | undefined,
  now: () => number,
): Promise<Finding[]> {
  if (baseUrl === undefined)
    return [ok("source", "CONTENT_API_URL is not set: the site starts its own content API")];
  const http = createHttpClient({ source: "content-api", baseUrl });
  try {
    return findingsOf(baseUrl, await readSource(http, baseUrl), now());
  } catch (error) {
    const reason = error instanceof UpstreamError ? error.message : codeOf(error);
    const message = `${baseUrl} does not respond as expected: ${reason}`;
    const fix =
      "check that it runs and that CONTENT_API_URL is right; until then cached data is served";
    return [failure("source", message, fix)];
  } finally {
    await http.close();
  }
}
