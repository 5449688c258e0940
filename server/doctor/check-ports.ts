import { once } from "node:events";
import { createServer } from "node:net";
import { createHttpClient } from "../upstream/http/http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";

/** Tries to listen: the code of the error, or null when the port is free. */
async function listenError(port: number, host: string): Promise<string | null> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.close();
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

/** The readiness of the site on this port; null when another program responds. */
async function readReadiness(host: string, port: number): Promise<string | null> {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  const http = createHttpClient({ source: "site", baseUrl: `http://${name}:${port}` });
  try {
    const { json } = await http.request({ path: "/health/ready", requestId: "doctor-1" });
    if (typeof json !== "object" || json === null || !("status" in json)) return null;
    return "degraded" in json && json.degraded ? "degraded" : String(json.status);
  } catch (error) {
    return error instanceof UpstreamError && error.status === 503 ? "not-ready" : null;
  } finally {
    await http.close();
  }
}

/** Whether a port is free, or used by the site itself. */
export async function checkPort(
  name: "PORT" | "METRICS_PORT",
  { host, port }: { host: string; port: number },
): Promise<Finding> {
  const error = port === 0 ? null : await listenError(port, host);
  if (error === null) return ok("port", `${name} ${port} of ${host} is free`);
  if (error !== "EADDRINUSE")
    return failure("port", `${name} ${port} of ${host}: ${error}`, `set HOST and ${name}`);
  const status = name === "PORT" ? await readReadiness(host, port) : null;
  if (status === null)
    return failure(
      "port",
      `${name} ${port} of ${host} is taken by another program`,
      `stop that program ("ss -ltnp" names it), or set ${name}`,
    );
  if (status === "ready") return ok("port", `the site runs on ${host}:${port} and is ready`);
  return warning(
    "port",
    `the site runs on ${host}:${port} and is ${status}`,
    `see http://${host}:${port}/health/ready`,
  );
}
