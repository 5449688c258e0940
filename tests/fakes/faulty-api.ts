import { createServer } from "node:http";
import { listen } from "../setup/listen.ts";
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

/** The faults after which nothing of the response can be used: content seen before stays, the rest shows the failure. */
export const UNUSABLE = Object.keys({ ...deliveryFaults, ...contentFaults });
/** The faults after which the site shows whatever is good in the response. */
export const READABLE = Object.keys({ ...oddDeliveries, ...readableFaults });

const faults: Readonly<Record<string, Misbehave>> = {
  ...deliveryFaults,
  ...contentFaults,
  ...oddDeliveries,
  ...readableFaults,
  ...listFaults,
};

/** Starts a real HTTP server over the given rows that commits one fault at a time. */
export async function startFaultyApi(rows: { news: Row[]; events: Row[] }) {
  let turn = 0;
  /** `fault` is the name of a fault, or `well`. */
  const api = { fault: "well" };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const list = path.startsWith("/api/news/") ? rows.news : rows.events;
    const [, , , first = "", id] = path.split("/");
    const row = list.find((one) => (first === "id" ? String(one.id) === id : one.slug === first));
    const normal: NormalResponse | null = first === "" ? { items: list } : (row ?? null);
    response.on("error", () => {});
    const misbehave = faults[api.fault] ?? respondNormally;
    const exchange = { request, response, normal, turn };
    turn += 1;
    void misbehave(exchange);
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  const listening = await listen(server);
  /** Listens again on the same port, after `close`. */
  const reopen = () => listen(server, listening.port);
  return Object.assign(api, listening, { reopen });
}

/** Matches texts that no response of the site may contain. */
export const NEVER_SHOWN = new RegExp(
  `${SECRET}|\\[object Object\\]|\\bNaN\\b|Invalid Date|ECONN|undici|UpstreamError`,
);
