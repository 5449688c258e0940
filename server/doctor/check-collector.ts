import { once } from "node:events";
import { connect } from "node:net";
import { codeOf, type Finding, ok, warning } from "./finding.ts";

const CONNECT_MS = 2_000;

/** Whether the collector of traces accepts connections. */
export async function checkCollector(endpoint: string | undefined): Promise<Finding[]> {
  if (endpoint === undefined) return [];
  const { hostname, port, protocol } = new URL(endpoint);
  const usedPort = Number(port) || (protocol === "https:" ? 443 : 80);
  const where = `the collector at ${hostname}:${usedPort}`;
  const socket = connect({ host: hostname, port: usedPort, timeout: CONNECT_MS });
  try {
    await Promise.race([
      once(socket, "connect"),
      once(socket, "timeout").then(() => Promise.reject(new Error("timeout"))),
    ]);
    return [ok("traces", `${where} accepts connections`)];
  } catch (error) {
    const fix = "start it, or unset OTEL_EXPORTER_OTLP_ENDPOINT: only traces are lost";
    return [warning("traces", `${where} cannot be reached (${codeOf(error)})`, fix)];
  } finally {
    socket.destroy();
  }
}
