import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../http/problems.ts";
import type {
  IdempotencyRecord,
  IdempotencyStore,
  StoredResponse,
} from "./idempotency/idempotency-store.ts";
import { readIdempotencyKey } from "./idempotency/idempotency-store.ts";
import { digestOf } from "./idempotency/message-key.ts";

type Problem = Parameters<typeof sendProblem>[1];

/** The result of a post. */
export type PostResult =
  /** It was taken: a repetition gets this response. */
  | { kind: "done"; response: StoredResponse }
  /** Nothing was changed: the key may go with another body. */
  | { kind: "refused"; problem: Problem }
  /** It may have been taken: a repetition is handled again, another body is refused. */
  | { kind: "unknown"; problem: Problem };

const BAD_KEY =
  "Idempotency-Key: must be one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks";
const OTHER_BODY =
  "Idempotency-Key: was used with another body, and nothing was taken. Make a new key for it.";
const IN_PROGRESS = "The first request with this Idempotency-Key is still being handled.";
const parameter = "Idempotency-Key";

/** A repetition waits this long for the first request, milliseconds. */
const LONGEST_WAIT_MS = 5_000;
const POLL_MS = 50;

const sendStored = (reply: FastifyReply, { status, headers, body }: StoredResponse) =>
  reply.code(status).headers(headers).send(body);

function sendResult(reply: FastifyReply, result: PostResult): FastifyReply {
  if (result.kind === "done") return sendStored(reply, result.response);
  return sendProblem(reply, result.problem);
}

function sendKnown(reply: FastifyReply, known: IdempotencyRecord, fingerprint: string) {
  if (known.fingerprint !== fingerprint)
    return sendProblem(reply, { status: 422, message: OTHER_BODY, parameter });
  if (known.response !== null) return sendStored(reply, known.response);
  return sendProblem(reply, { status: 409, message: IN_PROGRESS, retryAfterSeconds: 1 });
}

/** Claims the key, or waits for the response to the same request, which another connection sent. */
async function claimOrWait(
  claim: () => Promise<IdempotencyRecord | null>,
  fingerprint: string,
): Promise<IdempotencyRecord | null> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const known = await claim();
    const isWorthAWait = known?.response === null && known.fingerprint === fingerprint;
    if (!isWorthAWait || performance.now() >= giveUpAt) return known;
    await wait(POLL_MS);
  }
}

/**
 * Handles a post and sends its response; once for each `Idempotency-Key`, where the client sent one: the same key with
 * the same body gets the first response, with another body it is refused (draft-ietf-httpapi-idempotency-key-header,
 * docs/decisions/0022). A request is handled without the store too.
 */
export async function answerOnce(
  [request, reply]: [FastifyRequest, FastifyReply],
  { store, operation, body }: { store: IdempotencyStore; operation: string; body: unknown },
  handle: (key: string | undefined) => Promise<PostResult>,
): Promise<FastifyReply> {
  const key = readIdempotencyKey(request);
  if (key === null) return sendProblem(reply, { status: 400, message: BAD_KEY, parameter });
  reply.header("cache-control", "no-store");
  if (key === undefined) return sendResult(reply, await handle(undefined));
  const report = (err: unknown) => {
    request.log.error({ err }, "idempotency key was not stored");
    return null;
  };
  const [name, fingerprint] = [digestOf(operation, key), digestOf(body)];
  const known = await claimOrWait(() => store.claim(name, fingerprint).catch(report), fingerprint);
  if (known !== null) return sendKnown(reply, known, fingerprint);
  const result = await handle(key).catch(async (error: unknown) => {
    await store.settle(name, fingerprint, null).catch(report);
    throw error;
  });
  const response = result.kind === "done" ? result.response : null;
  const settled =
    result.kind === "refused" ? store.release(name) : store.settle(name, fingerprint, response);
  await settled.catch(report);
  return sendResult(reply, result);
}
