import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isoTime, MINUTE_MS } from "../../shared/time.ts";
import { openToAll } from "../http/headers.ts";
import { acceptsJson, refuseParameters, sendProblem } from "../http/problems.ts";
import { responses } from "./openapi/openapi-document.ts";

/** The age from which a list is late. The site reads both lists each half minute. */
const LATE_MS = 2 * MINUTE_MS;

const listStatus = z.object({
  isCurrent: z.boolean().meta({
    description:
      "True when our source sent a usable list within the last two minutes. Otherwise you get the last one it sent.",
  }),
  lastReadAt: z.iso.datetime().nullable().meta({
    description: "When our source last sent a usable list; null when it has not yet.",
    example: "2026-06-15T09:00:00Z",
  }),
});

const status = z
  .object({
    state: z.enum(["ok", "degraded"]).meta({
      description: "degraded while anything below is false. What can be read stays readable.",
    }),
    news: listStatus,
    events: listStatus,
    hasChanges: z.boolean().meta({
      description:
        "True when syncToken is answered. While it is false, keep your token and ask later.",
    }),
    takesForms: z.boolean().meta({
      description: "True when a posted form can be stored. While it is false, posts may be 503.",
    }),
  })
  .meta({ id: "Status", description: "Whether the data of the API is current." });

const answered = z.object({
  data: status,
  meta: z.object({ now: z.iso.datetime() }),
  links: z.object({ self: z.string() }),
});

const operation = {
  operationId: "getStatus",
  tags: ["Status"],
  summary: "Read whether the data is current",
  description:
    "Says whether news and events are current, and whether changes and forms work. It says no reasons. Ask once a minute at most.",
  response: responses(
    { 200: { schema: answered, description: "The state at this moment." } },
    [400],
  ),
};

/** Returns what consumers may know of the state. The reasons are for operators (`/health/ready`). */
function readStatus({ source, store, clock }: FastifyInstance): z.infer<typeof status> {
  const now = clock();
  const reports = new Map(source.health.read().map((report) => [report.name, report]));
  const statusOf = (name: "news" | "events") => {
    const lastReadAt = reports.get(name)?.lastGoodAt || null;
    const isCurrent = lastReadAt !== null && now - Date.parse(lastReadAt) < LATE_MS;
    return { isCurrent, lastReadAt };
  };
  const [news, events] = [statusOf("news"), statusOf("events")];
  const isStored = store.fault() === null;
  const isGood = news.isCurrent && events.isCurrent && isStored;
  return {
    state: isGood ? "ok" : "degraded",
    news,
    events,
    hasChanges: isStored,
    takesForms: isStored,
  };
}

/** Adds `/bff/status`. It waits for nothing, so that it answers while everything else is slow. */
export async function statusRoutes(app: FastifyInstance): Promise<void> {
  const options = { schema: operation, onRequest: refuseParameters };
  app.get("/bff/status", options, async (request, reply) => {
    if (!acceptsJson(request.headers.accept)) return sendProblem(reply, { status: 406 });
    reply.headers({ ...openToAll, "cache-control": "no-store" });
    const meta = { now: isoTime(app.clock()) };
    return { data: readStatus(app), meta, links: { self: "/bff/status" } };
  });
}
