import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { contentFaults } from "./faults/content-faults.ts";
import { deliveryFaults, oddDeliveries } from "./faults/delivery-faults.ts";
import {
  type Misbehave,
  type NormalResponse,
  type Row,
  respondNormally,
  SECRET,
} from "./faults/fault.ts";
import { listFaults } from "./faults/list-faults.ts";
import { readableFaults } from "./faults/readable-faults.ts";

/** Nothing of the response can be used: what was seen before stands, the rest says so. */
export const UNUSABLE = Object.keys({ ...deliveryFaults, ...contentFaults });
/** What of the response is good is shown. */
export const READABLE = Object.keys({ ...oddDeliveries, ...readableFaults });

const faults: Readonly<Record<string, Misbehave>> = {
  ...deliveryFaults,
  ...contentFaults,
  ...oddDeliveries,
  ...readableFaults,
  ...listFaults,
};

export interface FaultyApi {
  url: string;
  /** The name of a fault, or `well`. */
  fault: string;
  /** Begins to listen again, on the same port, after `close`. */
  reopen: () => Promise<void>;
  close: () => Promise<void>;
}

/** A real HTTP server over the given rows that commits one fault at a time. */
export async function startFaultyApi(rows: { news: Row[]; events: Row[] }): Promise<FaultyApi> {
  let turn = 0;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const list = path.startsWith("/api/news/") ? rows.news : rows.events;
    const [, , , first = "", id] = path.split("/");
    const row = list.find((one) => (first === "id" ? String(one.id) === id : one.slug === first));
    const normal: NormalResponse | null = first === "" ? { items: list } : (row ?? null);
    response.on("error", () => {});
    const misbehave = faults[api.fault] ?? respondNormally;
    void misbehave({ request, response, normal, turn: turn++ });
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const api: FaultyApi = {
    url: `http://127.0.0.1:${port}`,
    fault: "well",
    reopen: () => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

/** No response of the site may hold any of these. */
export const NEVER_SHOWN = new RegExp(
  `${SECRET}|\\[object Object\\]|\\bNaN\\b|Invalid Date|ECONN|undici|UpstreamError`,
);
