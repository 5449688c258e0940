import fp from "fastify-plugin";
import { pendingEncodings } from "../cache/content-encoding.ts";
import { createAdmissionQueue } from "./admission-queue.ts";
import { sampleEventLoopDelay } from "./event-loop-delay.ts";
import { createShedResponse } from "./shed-response.ts";

/** Loading modules delays the event loop too: the first samples after the start are ignored. */
const IGNORED_AFTER_START_MS = 2_000;

/** More pending encodings are more than the threads soon finish. */
const MAX_PENDING_ENCODINGS = 16;

declare module "fastify" {
  interface FastifyInstance {
    /** True when the event loop ran more than `maxQueueDelayMs` late over the last two samples. */
    isEventLoopDelayed: () => boolean;
    /** Whether a request may begin its work; false: shed it. */
    admit: () => boolean | Promise<boolean>;
    /** The 503 for a shed request: short, with `Retry-After`. */
    sendShed: (reply: FastifyReply) => FastifyReply;
  }
}

/**
 * Sheds nothing by itself: cached responses cost next to nothing and are always served. What needs work calls
 * `admit` first: it begins in order, a few a turn of the event loop, and is shed at once when it would wait
 * longer than `maxQueueDelayMs`, or when other work delays the event loop that long. 0 sheds nothing.
 */
export const loadSheddingPlugin = fp<{ maxQueueDelayMs: number; isSecure: boolean }>(
  async (app, { maxQueueDelayMs, isSecure }) => {
    const delay = sampleEventLoopDelay();
    app.addHook("onClose", async () => delay.stop());
    app.decorate(
      "isEventLoopDelayed",
      () => maxQueueDelayMs > 0 && delay.average() > maxQueueDelayMs,
    );
    let measuresFrom = Number.POSITIVE_INFINITY;
    app.addHook("onListen", async () => {
      measuresFrom = performance.now() + IGNORED_AFTER_START_MS;
    });
    const isOverloaded = () => performance.now() > measuresFrom && app.isEventLoopDelayed();

    const queue = createAdmissionQueue({
      maxDelayMs: maxQueueDelayMs,
      isBehind: () => pendingEncodings() > MAX_PENDING_ENCODINGS,
    });
    app.server.on("connection", queue.noteConnection);
    app.decorate("admit", () => !isOverloaded() && queue.admit());
    app.decorate("sendShed", createShedResponse({ isSecure }));
  },
  { name: "load-shedding", dependencies: ["request-log"] },
);
