import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { HOUR_MS } from "../../shared/time.ts";
import { sendProblem } from "../http/problems.ts";

export type Problem = Parameters<typeof sendProblem>[1];

/**
 * The response that a repetition gets as well, or why nothing was accepted. From status 500 on, the post may have been
 * accepted, so only the same body may be sent again.
 */
export type PostResult<Reason extends { status: number } = Problem> =
  | { response: { status: number; headers: Record<string, string>; body: string } }
  | { problem: Reason };

const REMEMBERED_HOURS = 24;
/** A time longer than it takes to handle a request. After a crash and this time, a repetition is handled again. */
const LEASE_MS = 30_000;
/** The longest wait of a repetition for the first request, in milliseconds. */
const LONGEST_WAIT_MS = 5_000;
const POLL_MS = 50;

const parameter = "Idempotency-Key";
const KEY_RULE =
  "one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks";
const BAD_KEY = `Idempotency-Key: must be ${KEY_RULE}`;
const OTHER_BODY =
  "Idempotency-Key: was used with another body. Nothing was stored. Send the new body with a new key.";
const IN_PROGRESS = "The first request with this Idempotency-Key is still in progress.";

/**
 * A string of structured fields (RFC 9651), as the draft defines the key, or the same without quotation marks. Examples:
 * `"7f3c1b0e-52d4"`, `7f3c1b0e-52d4`.
 */
const IDEMPOTENCY_KEY = /^(?:"([\w.:-]{8,200})"|([\w.:-]{8,200}))$/;

export const idempotencyKeyHeader = (withoutOne: string) =>
  z.object({
    "Idempotency-Key": z
      .string()
      .regex(IDEMPOTENCY_KEY)
      .optional()
      .meta({
        description: `A unique key for this request, ideally a UUID: ${KEY_RULE}. For ${REMEMBERED_HOURS} hours, the same key returns the first response again with the same body, and 422 with another body. A refused request does not use up its key. ${withoutOne}`,
        example: "7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11",
      }),
  });

/** Returns a hash of some values, for a key that contains nobody's text. */
export const requestDigest = (...values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 40);

interface Key {
  key: string;
  fingerprint: string;
}

/** Reads the key of a post. Null is an invalid header. Node joins several headers with a comma, which no valid key contains. */
function readKey({ headers }: FastifyRequest): string | undefined | null {
  const { "idempotency-key": header } = headers;
  if (header === undefined) return undefined;
  const found = IDEMPOTENCY_KEY.exec(String(header));
  return found === null ? null : (found[1] ?? found[2] ?? null);
}

/** Tells whether the post with this key was accepted before. */
export async function isRepetition(request: FastifyRequest, operation: string): Promise<boolean> {
  const clientKey = readKey(request);
  if (!clientKey) return false;
  const { db } = request.server.store;
  const query = db.selectFrom("idempotencyKeys").select("key");
  const known = query.where("key", "=", requestDigest(operation, clientKey));
  const accepted = known.where("response", "is not", null).executeTakeFirst();
  return (await accepted.catch(() => undefined)) !== undefined;
}

/**
 * Claims a key. Returns null when the key is new, or free for the same body again. Otherwise waits for a request in
 * progress, and returns what is known about the key.
 */
async function claimKey({ store: { db }, clock }: FastifyInstance, { key, fingerprint }: Key) {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const now = clock();
    await db.deleteFrom("idempotencyKeys").where("expiresAt", "<=", now).execute();
    const lease = { leaseEnd: now + LEASE_MS, expiresAt: now + REMEMBERED_HOURS * HOUR_MS };
    const claimed = await db
      .insertInto("idempotencyKeys")
      .values({ key, fingerprint, response: null, ...lease })
      .onConflict((conflict) =>
        conflict
          .column("key")
          .doUpdateSet(lease)
          .where("idempotencyKeys.fingerprint", "=", fingerprint)
          .where("idempotencyKeys.response", "is", null)
          .where("idempotencyKeys.leaseEnd", "<=", now),
      )
      .returning("key")
      .executeTakeFirst();
    if (claimed !== undefined) return null;
    const query = db.selectFrom("idempotencyKeys").selectAll().where("key", "=", key);
    // The key was released meanwhile, so the next try claims it.
    const known = (await query.executeTakeFirst()) ?? { fingerprint, response: null };
    const isKnown = known.response !== null || known.fingerprint !== fingerprint;
    if (isKnown || performance.now() >= giveUpAt) return known;
    await wait(POLL_MS);
  }
}

/**
 * Forgets a key whose request changed nothing, otherwise stores the response. Without a response, a repetition is handled
 * again.
 */
async function settleKey(
  { store: { db }, clock }: FastifyInstance,
  key: string,
  result: PostResult<{ status: number }> | null,
): Promise<void> {
  if (result && "problem" in result && result.problem.status < 500) {
    await db.deleteFrom("idempotencyKeys").where("key", "=", key).execute();
    return;
  }
  const response = result && "response" in result ? JSON.stringify(result.response) : null;
  const settled = { response, leaseEnd: 0, expiresAt: clock() + REMEMBERED_HOURS * HOUR_MS };
  await db.updateTable("idempotencyKeys").set(settled).where("key", "=", key).execute();
}

/** Handles a post once for each key: a repetition gets the first result, or waits for it. Works without the store too. */
export async function handleOnce<Reason extends { status: number }>(
  { server, log }: FastifyReply,
  key: Key,
  handle: () => Promise<PostResult<Reason>>,
): Promise<PostResult<Reason> | "other-body" | "in-progress"> {
  const report = (err: unknown) => {
    log.error({ err }, "idempotency key could not be stored");
    return null;
  };
  const known = await claimKey(server, key).catch(report);
  if (known !== null) {
    if (known.fingerprint !== key.fingerprint) return "other-body";
    return known.response === null ? "in-progress" : { response: JSON.parse(known.response) };
  }
  let result: PostResult<Reason> | null = null;
  try {
    result = await handle();
  } finally {
    await settleKey(server, key.key, result).catch(report);
  }
  return result;
}

/**
 * Responds to a post once for each `Idempotency-Key`, if sent. The same body gets the first response, and another body is
 * refused (docs/decisions/0022).
 */
export async function respondOnce(
  reply: FastifyReply,
  { operation, body }: { operation: string; body: unknown },
  handle: (clientKey: string | undefined) => Promise<PostResult>,
  /** Called before a repetition gets the first response. */
  onRepetition: (clientKey: string | undefined) => Promise<void> = async () => {},
): Promise<FastifyReply> {
  const clientKey = readKey(reply.request);
  reply.header("cache-control", "no-store");
  if (clientKey === null)
    return sendProblem(reply, {
      status: 400,
      code: "invalid-idempotency-key",
      message: BAD_KEY,
      parameter,
    });
  const key = { key: requestDigest(operation, clientKey), fingerprint: requestDigest(body) };
  let isRepetition = true;
  const handled = () => {
    isRepetition = false;
    return handle(clientKey);
  };
  const result = await (clientKey === undefined ? handled() : handleOnce(reply, key, handled));
  if (result === "other-body")
    return sendProblem(reply, {
      status: 422,
      code: "idempotency-key-reused",
      message: OTHER_BODY,
      parameter,
    });
  if (result === "in-progress")
    return sendProblem(reply, {
      status: 409,
      code: "request-in-progress",
      message: IN_PROGRESS,
      retryAfterSeconds: 1,
    });
  if ("problem" in result) return sendProblem(reply, result.problem);
  if (isRepetition) {
    await onRepetition(clientKey);
    reply.header("idempotent-replayed", "true");
  }
  const { status, headers, body: sent } = result.response;
  return reply.code(status).headers(headers).send(sent);
}
