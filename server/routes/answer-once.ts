import type { FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "../http/problems.ts";
import { type Handled, handleOnce } from "../submissions/idempotency/handle-once.ts";
import { readIdempotencyKey } from "../submissions/idempotency/idempotency-key.ts";
import type {
  IdempotencyStore,
  StoredResponse,
} from "../submissions/idempotency/idempotency-store.ts";

type Problem = Parameters<typeof sendProblem>[1];

/** The result of a post. A problem may come with headers of its own. */
export type PostResult =
  | Extract<Handled, { kind: "done" }>
  | { kind: "refused" | "unknown"; problem: Problem; headers?: Readonly<Record<string, string>> };

const BAD_KEY =
  "Idempotency-Key: must be one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks";
const OTHER_BODY =
  "Idempotency-Key: was used with another body, and nothing was taken. Make a new key for it.";
const IN_PROGRESS = "The first request with this Idempotency-Key is still being handled.";

const sendStored = (reply: FastifyReply, { status, headers, body }: StoredResponse) =>
  reply.code(status).headers(headers).send(body);

function sendResult(reply: FastifyReply, result: PostResult): FastifyReply {
  if (result.kind === "done") return sendStored(reply, result.response);
  return sendProblem(reply.headers(result.headers ?? {}), result.problem);
}

/** Handles a post and sends its response; once for each `Idempotency-Key`, where the client sent one. */
export async function answerOnce(
  [request, reply]: [FastifyRequest, FastifyReply],
  post: { store: IdempotencyStore; operation: string; body: unknown },
  handle: (key: string | undefined) => Promise<PostResult>,
): Promise<FastifyReply> {
  const key = readIdempotencyKey(request);
  const parameter = "Idempotency-Key";
  if (key === null) return sendProblem(reply, { status: 400, message: BAD_KEY, parameter });
  reply.header("cache-control", "no-store");
  if (key === undefined) return sendResult(reply, await handle(undefined));
  const { store, operation, body } = post;
  const onError = (err: unknown) => request.log.error({ err }, "idempotency key was not stored");
  const once = await handleOnce({ store, onError }, { operation, key, body }, async () => {
    const result = await handle(key);
    return { result, handled: result.kind === "done" ? result : { kind: result.kind } };
  });
  switch (once.kind) {
    case "handled":
      return sendResult(reply, once.result.result);
    case "repeated":
      return sendStored(reply, once.response);
    case "other-body":
      return sendProblem(reply, { status: 422, message: OTHER_BODY, parameter });
    case "in-progress":
      return sendProblem(reply.header("retry-after", 1), { status: 409, message: IN_PROGRESS });
  }
}
