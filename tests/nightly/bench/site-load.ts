import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** A response under load. */
export interface Taken {
  path: string;
  /** The status, or 0 when the connection broke. */
  status: number;
  /** The time since the request was due to be sent. */
  tookMs: number;
  retryAfter: string | null;
  /** True when the response arrived completely, with as many bytes as announced. */
  isWhole: boolean;
}

interface Options {
  url: string;
  seconds: number;
  /** Returns the path of the n-th request. */
  pathOf: (n: number) => string;
}

export interface TakenText extends Taken {
  text: string;
}

/** Sends a request and reports its response, whatever the outcome. */
export function requestWhole(url: string, path: string, agent: Agent): Promise<TakenText> {
  const dueAt = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (status: number, retryAfter: string | null, isWhole: boolean) =>
      resolve({
        path,
        status,
        retryAfter,
        isWhole,
        tookMs: performance.now() - dueAt,
        text: Buffer.concat(chunks).toString(),
      });
    get(url + path, { agent }, (response) => {
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const length = response.headers["content-length"];
        const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        const isWhole = length === undefined || Number(length) === bytes;
        end(response.statusCode ?? 0, response.headers["retry-after"] ?? null, isWhole);
      });
      response.on("error", () => end(0, null, false));
    }).on("error", () => end(0, null, false));
  });
}

/** Sends a request and drops the response's text, which would fill the memory in a long load. */
export async function request(url: string, path: string, agent: Agent): Promise<Taken> {
  const { text: _, ...taken } = await requestWhole(url, path, agent);
  return taken;
}

/** Runs a closed loop: each visitor sends the next request after the response to the last one. */
export async function closedLoad({ url, seconds, pathOf }: Options, visitors: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const taken: Taken[] = [];
  const endAt = performance.now() + seconds * 1_000;
  let requests = 0;
  const visitor = async () => {
    while (performance.now() < endAt) {
      const path = pathOf(requests);
      requests += 1;
      taken.push(await request(url, path, agent));
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  agent.destroy();
  return taken;
}

/** Runs an open loop: sends `perSecond` requests, whether or not earlier ones have their response. */
export async function openLoad({ url, seconds, pathOf }: Options, perSecond: number) {
  const agent = new Agent({ keepAlive: true });
  const responses: Promise<Taken>[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  for (let now = startedAt; now < endAt; now = performance.now()) {
    const due = ((now - startedAt) / 1_000) * perSecond;
    while (responses.length < due) responses.push(request(url, pathOf(responses.length), agent));
    await wait(2);
  }
  const taken = await Promise.all(responses);
  agent.destroy();
  return taken;
}

/** Returns the time within which `share` of the responses arrived; 0 without responses. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
