import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Account, accountOf, tenths } from "../observe/account.ts";
import type { RequestLine } from "../observe/request-line.schema.ts";
import { traceIdOf } from "../observe/trace-context.ts";
import { isRobot } from "../ssr/robots.ts";

/** The reader left before there was a status to send; as other servers write it. */
const LEFT = 499;

/** Hears of every request at its end. */
export type OnRequestEnd = (line: RequestLine, account: Account) => void;

const robots = new Map<string, boolean>();
/** Readers of one kind name themselves alike: most names were judged before. */
const REMEMBERED_NAMES = 500;

function isKnownRobot(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false;
  const known = robots.get(userAgent);
  if (known !== undefined) return known;
  const isOne = isRobot(userAgent);
  if (robots.size >= REMEMBERED_NAMES) robots.clear();
  robots.set(userAgent, isOne);
  return isOne;
}

/** Of the body where its length was told, else what went over the socket since the head. */
function bytesOf(request: FastifyRequest, reply: FastifyReply, account: Account): number {
  if (request.method === "HEAD" || reply.raw.statusCode === 304) return 0;
  if (account.bytes !== null) return account.bytes;
  const told = reply.getHeader("content-length");
  if (told !== undefined && isWhole(reply.raw)) return Number(told);
  return Math.max(0, (request.raw.socket?.bytesWritten ?? 0) - account.socketBytes);
}

/** True when the answer came to its end. An injected request has no socket that could tell. */
const isWhole = (raw: FastifyReply["raw"]) =>
  raw.writableFinished || (raw.writableEnded && "_lightMyRequest" in raw);

function lineOf(request: FastifyRequest, reply: FastifyReply, account: Account): RequestLine {
  const { raw } = reply;
  const aborted = !isWhole(raw);
  const line: RequestLine = {
    traceId: traceIdOf(request),
    method: request.method,
    route: account.route ?? request.routeOptions.url ?? "(unknown)",
    status: aborted && !raw.headersSent ? LEFT : raw.statusCode,
    durationMs: tenths(performance.now() - account.startedAt),
    bytes: bytesOf(request, reply, account),
    robot: isKnownRobot(request.headers["user-agent"]),
    aborted,
  };
  if (account.ttfbMs !== null) line.ttfbMs = tenths(account.ttfbMs);
  if (account.pageCache !== null) line.pageCache = account.pageCache;
  if (account.data !== null) line.data = account.data;
  if (account.sources !== null) line.sources = account.sources;
  if (account.renderMs !== null) line.renderMs = account.renderMs;
  if (account.isShed) line.shed = true;
  if (account.limited !== null) line.limited = account.limited;
  return line;
}

/** Watches a request to its end, however it ends: the answer's `close` comes once, whoever hung up. */
function watch(request: FastifyRequest, reply: FastifyReply, onEnd: OnRequestEnd): void {
  const account = accountOf(request);
  reply.raw.once("close", () => {
    const line = lineOf(request, reply, account);
    request.log.info(line, "request");
    onEnd(line, account);
  });
}

/** One line a request at its end, and the id on every answer. The route is its template, never the URL. */
export function addRequestLog(
  app: FastifyInstance,
  onEnd: OnRequestEnd,
): { watch: (request: FastifyRequest, reply: FastifyReply) => void } {
  app.decorateRequest("account", null);
  app.decorateRequest("spanTraceparent", null);
  app.addHook("onRequest", (request, reply, done) => {
    watch(request, reply, onEnd);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id);
    const account = accountOf(request);
    account.ttfbMs = performance.now() - account.startedAt;
    account.socketBytes = request.raw.socket?.bytesWritten ?? 0;
    done();
  });
  // What the framework refuses by itself passes no hook.
  return {
    watch: (request, reply) => {
      reply.header("x-request-id", request.id);
      watch(request, reply, onEnd);
    },
  };
}
