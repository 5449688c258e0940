import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod";
import { HOUR_MS } from "../../shared/time.ts";
import { sendProblem } from "../http/problems.ts";

type Problem = Parameters<typeof sendProblem>[1];

export type PostResult<Reason = Problem> =
  /** It was taken: a repetition gets this response. */
  | { kind: "done"; response: { status: number; headers: Record<string, string>; body: string } }
  /** Nothing was changed: the key may go with another body. */
  | { kind: "refused"; problem: Reason }
  /** It may have been taken: a repetition is handled again, another body is refused. */
  | { kind: "unknown"; problem: Reason };

const REMEMBERED_HOURS = 24;
/** Longer than a request is handled: after a crash a repetition is handled again. */
const LEASE_MS = 30_000;
/** A repetition waits this long for the first request, milliseconds. */
const LONGEST_WAIT_MS = 5_000;
const POLL_MS = 50;

const parameter = "Idempotency-Key";
const KEY_RULE =
  "one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks";
const BAD_KEY = `Idempotency-Key: must be ${KEY_RULE}`;
const OTHER_BODY =
  "Idempotency-Key: was used with another body, and nothing was taken. Make a new key for it.";
const IN_PROGRESS = "The first request with this Idempotency-Key is still being handled.";

/** A string of structured fields (RFC 9651), as the draft has it, or the same without quotation marks. */
export const IDEMPOTENCY_KEY = /^(?:"([\w.:-]{8,200})"|([\w.:-]{8,200}))$/;

/** The header as a parameter of an operation, as it is documented. */
export const idempotencyKeyHeader = (withoutOne: string) =>
  z.object({
    "Idempotency-Key": z
      .string()
      .regex(IDEMPOTENCY_KEY)
      .optional()
      .meta({
        description: `A name for this request, best a UUID: ${KEY_RULE}. For ${REMEMBERED_HOURS} hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. ${withoutOne}`,
        example: "7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11",
      }),
  });

/** A hash of some values, for a key without the text of anybody. */
export const digestOf = (...values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 40);

/** A key as it is stored, with a digest of its first body. */
interface Key {
  key: string;
  fingerprint: string;
}

/** Null when the key is new, or free for the same body again. Else what is known; no response while it is being handled. */
async function claim({ store: { db }, clock }: FastifyInstance, { key, fingerprint }: Key) {
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
  const known = db.selectFrom("idempotencyKeys").selectAll().where("key", "=", key);
  // Released meanwhile: the next try claims it.
  return (await known.executeTakeFirst()) ?? { fingerprint, response: null };
}

/** Claims a key, or waits for the response to the same request, which another connection sent. */
async function claimOrWait(app: FastifyInstance, key: Key) {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const known = await claim(app, key);
    const isWorthAWait = known?.response === null && known.fingerprint === key.fingerprint;
    if (!isWorthAWait || performance.now() >= giveUpAt) return known;
    await wait(POLL_MS);
  }
}

/** Forgets a key whose request changed nothing, else stores the response; without one a repetition is handled again. */
async function settle(
  { store: { db }, clock }: FastifyInstance,
  { key, fingerprint }: Key,
  result: PostResult<unknown> | null,
): Promise<void> {
  if (result?.kind === "refused") {
    await db.deleteFrom("idempotencyKeys").where("key", "=", key).execute();
    return;
  }
  const response = result?.kind === "done" ? JSON.stringify(result.response) : null;
  const settled = { response, leaseEnd: 0, expiresAt: clock() + REMEMBERED_HOURS * HOUR_MS };
  await db
    .insertInto("idempotencyKeys")
    .values({ key, fingerprint, ...settled })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(settled))
    .execute();
}

function sendResult(reply: FastifyReply, result: PostResult): FastifyReply {
  if (result.kind !== "done") return sendProblem(reply, result.problem);
  const { status, headers, body } = result.response;
  return reply.code(status).headers(headers).send(body);
}

/** Handles a post once for each key: a repetition has its result, or waits for it. A post is handled without the store too. */
export async function once<Reason>(
  { server, log }: FastifyReply,
  key: Key,
  handle: () => Promise<PostResult<Reason>>,
): Promise<PostResult<Reason> | { kind: "other-body" } | { kind: "in-progress" }> {
  const report = (err: unknown) => {
    log.error({ err }, "idempotency key was not stored");
    return null;
  };
  const known = await claimOrWait(server, key).catch(report);
  if (known !== null) {
    if (known.fingerprint !== key.fingerprint) return { kind: "other-body" };
    if (known.response === null) return { kind: "in-progress" };
    return { kind: "done", response: JSON.parse(known.response) };
  }
  let result: PostResult<Reason> | null = null;
  try {
    result = await handle();
  } finally {
    await settle(server, key, result).catch(report);
  }
  return result;
}

/** Once for each `Idempotency-Key`, if sent: the same body gets the first response, another is refused (docs/decisions/0022). */
export async function answerOnce(
  reply: FastifyReply,
  { operation, body }: { operation: string; body: unknown },
  handle: (clientKey: string | undefined) => Promise<PostResult>,
): Promise<FastifyReply> {
  const header = reply.request.headers["idempotency-key"];
  reply.header("cache-control", "no-store");
  if (header === undefined) return sendResult(reply, await handle(undefined));
  // Node joins several headers with a comma, which no key has.
  const [, quoted, clientKey = quoted] = IDEMPOTENCY_KEY.exec(String(header)) ?? [];
  if (clientKey === undefined)
    return sendProblem(reply, { status: 400, message: BAD_KEY, parameter });
  const key = { key: digestOf(operation, clientKey), fingerprint: digestOf(body) };
  const result = await once(reply, key, () => handle(clientKey));
  if (result.kind === "other-body")
    return sendProblem(reply, { status: 422, message: OTHER_BODY, parameter });
  if (result.kind === "in-progress")
    return sendProblem(reply, { status: 409, message: IN_PROGRESS, retryAfterSeconds: 1 });
  return sendResult(reply, result);
}
