import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createContentApiClient } from "../upstream/content-api/content-api-client.ts";
import type { Reading } from "../upstream/content-api/reading.ts";
import { createHttpClient } from "../upstream/http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { codeOf, type Finding, fault, ok, warning } from "./finding.ts";

const CLOCK_MS = 60_000;
const CONNECT_MS = 2_000;

async function listenFault(port: number, host: string): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.close();
    return null;
  } catch (problem) {
    return codeOf(problem);
  }
}

/** What the site that has the port says of itself; null when it is not ours. */
async function askSite(host: string, port: number): Promise<string | null> {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  const http = createHttpClient({ source: "site", baseUrl: `http://${name}:${port}` });
  try {
    const { json } = await http.request({ path: "/health/ready", requestId: "doctor-1" });
    if (typeof json !== "object" || json === null || !("status" in json)) return null;
    return "degraded" in json && json.degraded ? "degraded" : String(json.status);
  } catch (problem) {
    return problem instanceof UpstreamError && problem.status === 503 ? "not-ready" : null;
  } finally {
    await http.close();
  }
}

/** Free, or in the hands of the site itself. */
export async function checkPort(
  name: "PORT" | "METRICS_PORT",
  { host, port }: { host: string; port: number },
): Promise<Finding> {
  const problem = port === 0 ? null : await listenFault(port, host);
  if (problem === null) return ok("port", `${name} ${port} of ${host} is free`);
  if (problem !== "EADDRINUSE")
    return fault("port", `${name} ${port} of ${host}: ${problem}`, `set HOST and ${name}`);
  const status = name === "PORT" ? await askSite(host, port) : null;
  if (status === null)
    return fault(
      "port",
      `${name} ${port} of ${host} is taken by another program`,
      `end that program ("ss -ltnp" names it), or set ${name}`,
    );
  if (status === "ready") return ok("port", `the site runs on ${host}:${port} and is ready`);
  return warning(
    "port",
    `the site runs on ${host}:${port} and says ${status}`,
    `look at http://${host}:${port}/health/ready`,
  );
}

const whyNot = (problem: unknown) =>
  problem instanceof UpstreamError ? problem.message : codeOf(problem);

/** Asks the content API what the site asks, and reads it as the site does. */
export async function checkSource(baseUrl: string | undefined, now: () => number) {
  if (baseUrl === undefined)
    return [ok("source", "CONTENT_API_URL is not set: the site starts its own content API")];
  const http = createHttpClient({ source: "content-api", baseUrl });
  const readings: Reading[] = [];
  let date: string | undefined;
  const source = createContentApiClient({
    baseUrl,
    onReading: (reading) => readings.push(reading),
    http: {
      ...http,
      request: async (details) => {
        const answer = await http.request(details);
        date = answer.headers.date;
        return answer;
      },
    },
  });
  const findings: Finding[] = [];
  try {
    const call = { requestId: "doctor-1" };
    const [news, events] = [await source.newsList(call), await source.eventList(call)];
    findings.push(ok("source", `${baseUrl}: ${news.length} news, ${events.length} events`));
    const dropped = readings.reduce((sum, reading) => sum + reading.dropped.length, 0);
    if (dropped > 0) {
      const mend = 'look for "content source changed" in the log: it names the rows and why';
      findings.push(warning("source", `${dropped} rows of the source cannot be shown`, mend));
    }
    const awayMs = date === undefined ? 0 : Math.abs(Date.parse(date) - now());
    if (awayMs > CLOCK_MS) {
      const says = `the source's clock and this one are ${Math.round(awayMs / 1_000)} s apart`;
      findings.push(warning("clock", says, "set both clocks (NTP): events go by them"));
    }
  } catch (problem) {
    findings.push(
      fault(
        "source",
        `${baseUrl} does not answer as it should: ${whyNot(problem)}`,
        "see whether it runs and whether CONTENT_API_URL is its address; until then copies are served",
      ),
    );
  } finally {
    await http.close();
  }
  return findings;
}

/** A collector of traces only has to be there: it is not asked anything. */
export async function checkCollector(endpoint: string | undefined): Promise<Finding[]> {
  if (endpoint === undefined) return [];
  const { hostname, port, protocol } = new URL(endpoint);
  const standard = protocol === "https:" ? 443 : 80;
  const socket = connect({ host: hostname, port: Number(port) || standard, timeout: CONNECT_MS });
  try {
    await Promise.race([
      once(socket, "connect"),
      once(socket, "timeout").then(() => Promise.reject(new Error("no answer"))),
    ]);
    return [ok("traces", `the collector at ${hostname}:${port || standard} is there`)];
  } catch (problem) {
    const says = `the collector at ${hostname}:${port || standard} cannot be reached`;
    const mend = "start it, or unset OTEL_EXPORTER_OTLP_ENDPOINT: traces are lost, nothing else";
    return [warning("traces", `${says} (${codeOf(problem)})`, mend)];
  } finally {
    socket.destroy();
  }
}
