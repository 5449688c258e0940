import { Agent, get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** One response under load. */
export interface Taken {
  path: string;
  /** 0 when the connection broke. */
  status: number;
  /** From the moment it was due to be sent. */
  tookMs: number;
  retryAfter: string | null;
  /** It came to its end, with as many bytes as it named. */
  isWhole: boolean;
}

interface Options {
  url: string;
  seconds: number;
  /** The path of the n-th question. */
  pathOf: (n: number) => string;
}

export interface TakenText extends Taken {
  text: string;
}

/** Sends one request and reports its response, whatever became of it. */
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

/** The same without the words, which would fill the memory of a long load. */
export async function request(url: string, path: string, agent: Agent): Promise<Taken> {
  const { text: _, ...taken } = await requestWhole(url, path, agent);
  return taken;
}

/** A closed loop: each visitor sends the next request when it has its response. */
export async function closedLoad({ url, seconds, pathOf }: Options, visitors: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const taken: Taken[] = [];
  const endAt = performance.now() + seconds * 1_000;
  let requests = 0;
  const visitor = async () => {
    while (performance.now() < endAt) taken.push(await request(url, pathOf(requests++), agent));
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  agent.destroy();
  return taken;
}

/** An open loop: `perSecond` requests, whether or not earlier ones have their response. */
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

/** The time that `share` of the responses did not take longer than; 0 of none. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
