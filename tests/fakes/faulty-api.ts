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

/** A real HTTP server over the given rows that commits one fault at a time. */
export async function startFaultyApi(rows: { news: Row[]; events: Row[] }) {
  let turn = 0;
  /** The name of a fault, or `well`. */
  const api = { fault: "well" };
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
  const listening = await listen(server);
  /** Begins to listen again, on the same port, after `close`. */
  const reopen = () => listen(server, listening.port);
  return Object.assign(api, listening, { reopen });
}

/** No response of the site may hold any of these. */
export const NEVER_SHOWN = new RegExp(
  `${SECRET}|\\[object Object\\]|\\bNaN\\b|Invalid Date|ECONN|undici|UpstreamError`,
);
