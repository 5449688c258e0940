import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { SOURCE_FAULTS } from "../../shared/contract/source-faults.ts";
import { HOUR_MS } from "../../shared/time.ts";
import { isOperator } from "../http/bearer-token.ts";
import { Accounts } from "../store/accounts.ts";
import { makeFolder } from "../store/sqlite.ts";
import { addGauges, versions } from "./metrics.ts";

type State = "ok" | "degraded" | "down";
interface HealthCheck {
  state: State;
  /** The reason, for operators. */
  why?: string;
  data?: object;
}

declare module "fastify" {
  interface FastifyInstance {
    /** The checks of `/health/ready`. */
    readiness: () => Record<string, HealthCheck>;
  }
}

/** The interval at which changes are noticed even when nobody requests the checks. */
const WATCH_MS = 5_000;
/** The shortest interval between test writes to the disk, however often load balancers check. */
const DISK_CHECK_MS = 1_000;
/** The free space below which a message might not fit. */
export const LEAST_FREE_BYTES = 10 * 1024 * 1024;

/** Returns the reason why no file can be written, synced and removed in the folder, or null. With `isMade`, creates the folder. */
export function folderError(dataDir: string, isMade = false): string | null {
  const file = join(dataDir, `probe-${randomUUID()}`);
  let step = "created";
  try {
    if (isMade) makeFolder(dataDir);
    step = "written";
    try {
      writeFileSync(file, "probe", { flag: "wx", flush: true, mode: 0o600 });
    } finally {
      rmSync(file, { force: true });
    }
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < LEAST_FREE_BYTES ? "the disk of DATA_DIR is full" : null;
  } catch (error) {
    return `DATA_DIR cannot be ${step} (${(error as NodeJS.ErrnoException).code ?? "error"})`;
  }
}

/** Builds a check, which is ok without a reason. A notice has a reason, but is ok too. */
const checked = (why: string | false | null, state: State = "degraded"): HealthCheck =>
  why ? { state, why } : { state: "ok" };

function createStoreCheck({ store, config, clock }: FastifyInstance): () => HealthCheck {
  let last: { at: number; error: string | null } | null = null;
  return () => {
    const at = clock();
    if (last === null || Math.abs(at - last.at) >= DISK_CHECK_MS)
      last = { at, error: folderError(config.DATA_DIR) };
    // Show only the code: the driver's message, which may name host and user, is in the log.
    const fault = store.fault();
    const why = fault === null ? last.error : `the store is down (${fault.code})`;
    return checked(why && `forms may be refused: ${why}`);
  };
}

function checkSource({ source, siteData, clock }: FastifyInstance): HealthCheck {
  const health = source.health.read();
  const data = health.map(({ name, fault, lastGoodAt }) => {
    const ageMs = lastGoodAt === null ? null : Math.max(0, clock() - Date.parse(lastGoodAt));
    const ageSeconds = ageMs === null ? null : Math.round(ageMs / 1_000);
    return [name, { fault: fault?.name ?? null, lastGoodAt, ageSeconds }];
  });
  const reasons = health.flatMap(({ name, fault, lastGoodAt }) => {
    if (fault === null) return [];
    const since = fault.since === null ? "" : ` since ${fault.since}`;
    const last = lastGoodAt === null ? "no usable list yet" : `last usable list ${lastGoodAt}`;
    return [`${name}: ${SOURCE_FAULTS[fault.name]} (${fault.detail})${since}; ${last}`];
  });
  const state = source.breaker();
  if (state !== "closed") reasons.push(`circuit breaker ${state}`);
  const kept = `${siteData.cacheSize()} cache entries`;
  const why = reasons.length > 0 && [...reasons, kept].join("; ");
  return { ...checked(why), data: Object.fromEntries(data) };
}

export const MAIL_OFF = "off: SMTP_URL is not set";
export const DESK_OFF = "off: there are no accounts (npm run staff -- add ADDRESS)";

/** Names the stored documents that a release refuses. Their files are shown, and the log has the mistakes. */
function checkContent({ content }: FastifyInstance): HealthCheck {
  const names = content.refused.map(({ name }) => name).join(", ");
  return checked(names !== "" && `stored content is refused, its files are shown: ${names}`);
}

function checkMail({ mails }: FastifyInstance): HealthCheck {
  if (mails === null) return checked(MAIL_OFF, "ok");
  return checked(
    mails.fault && `mails are waiting: the mail server does not accept them (${mails.fault})`,
  );
}

/** A loopback name in a URL: `localhost`, `127.0.0.1`, `[::1]`. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The time for which the notice of the origin check stays after the last post it counts. */
const NOTICE_MS = HOUR_MS;
/** The length to which the log cuts an origin. */
const MAX_ORIGIN_LENGTH = 100;

/**
 * Creates the check that notices a wrong PUBLIC_ORIGIN from the posts that browsers send from pages of this site. A program
 * can forge such posts, and no header reveals the forgery. So the notice changes no state, repeats nothing of the request,
 * counts all posts alike, and ends by itself. The log has every origin, so that a forged origin cannot hide a real one.
 */
function createOriginCheck(app: FastifyInstance): () => HealthCheck {
  const { origin: publicOrigin, hostname } = new URL(app.config.PUBLIC_ORIGIN);
  let count = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  const isRecent = () => app.clock() - lastAt < NOTICE_MS;
  const look = ({ headers, host, log }: FastifyRequest) => {
    const { origin: given = "", "sec-fetch-site": site = "none" } = headers;
    const page = URL.parse(given);
    if (page === null || page.origin === publicOrigin) return;
    if (LOOPBACK_HOST.test(page.hostname) && LOOPBACK_HOST.test(hostname)) return;
    if (site !== "same-origin" && (site !== "none" || page.host !== host)) return;
    count = isRecent() ? count + 1 : 1;
    lastAt = app.clock();
    const origin = page.origin.slice(0, MAX_ORIGIN_LENGTH);
    log.warn({ origin, publicOrigin }, "form posted from another origin than PUBLIC_ORIGIN");
  };
  // Use a callback, so that a cached page does not wait for a promise.
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method === "POST") look(request);
    done();
  });
  return () => {
    const why = `forms are posted from another origin than PUBLIC_ORIGIN (${count}, the last within an hour), and may be refused with 403: see the log for "form posted from another origin than PUBLIC_ORIGIN"`;
    return checked(isRecent() && why, "ok");
  };
}

/** Runs the readiness checks. Only a missing build makes the site not ready: without source or store, pages can still be read. */
export const readinessPlugin = fp(
  async (app) => {
    const checkStore = createStoreCheck(app);
    const accounts = new Accounts(app.store, app.clock);
    // The result of the last look, so that a probe does not wait for the store.
    let isDeskOn = true;
    const lookAtDesk = async () => {
      if (app.store.fault() === null) isDeskOn = await accounts.isOn().catch(() => isDeskOn);
    };
    await lookAtDesk();
    const checkOrigin = createOriginCheck(app);
    const { assetsDir } = app.client;
    const isBuilt = () =>
      assetsDir === null || existsSync(join(assetsDir, ".vite/manifest.en.json"));
    const last = new Map<string, State>();
    const readiness = () => {
      const late = app.isOverloaded() && "the event loop is delayed: uncached requests get 503";
      const checks: Record<string, HealthCheck> = {
        build: checked(!isBuilt() && "dist contains no build: run npm run build", "down"),
        store: checkStore(),
        source: checkSource(app),
        content: checkContent(app),
        load: checked(late),
        mail: checkMail(app),
        desk: checked(!isDeskOn && DESK_OFF, "ok"),
        origin: checkOrigin(),
      };
      // Log each change once, with its cause.
      for (const [part, { state, why }] of Object.entries(checks)) {
        const was = last.get(part) ?? "ok";
        last.set(part, state);
        if (state !== was)
          app.log[state === "ok" ? "info" : "warn"]({ part, was, state, why }, "readiness changed");
      }
      return checks;
    };
    app.decorate("readiness", readiness);
    addGauges(app);
    const watch = setInterval(() => void lookAtDesk().then(readiness), WATCH_MS).unref();
    app.addHook("onClose", async () => clearInterval(watch));
  },
  { name: "readiness", dependencies: ["load-shedding", "pages", "submissions", "mail"] },
);

/** Serves the health checks for orchestrators. A site whose source is down is ready, since the site serves cached data. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  app.get("/health/live", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
  app.get("/health/ready", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    const parts = app.readiness();
    const states = Object.values(parts).map(({ state }) => state);
    let status = states.includes("down") ? "not-ready" : "ready";
    if (app.isDraining()) status = "draining";
    if (status !== "ready") reply.code(503);
    const degraded = states.some((state) => state !== "ok");
    return { status, degraded, commit: versions.commit, parts };
  });
}

/** Serves metrics to the bearer of `METRICS_TOKEN`, and on a port of their own, which the operator exposes as needed. */
export async function metricsRoutes(app: FastifyInstance): Promise<void> {
  const { HOST: host, METRICS_PORT: port } = app.config;
  const { registry } = app.metrics;
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
  app.get("/metrics", async (request, reply) => {
    if (!isOperator(request)) return reply.callNotFound();
    return reply.headers(headers).send(await registry.metrics());
  });
  if (port === undefined) return;
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?", 1)[0] !== "/metrics")
      return response.writeHead(404).end();
    return response.writeHead(200, headers).end(await registry.metrics());
  });
  // Listen before visitors come, so that a port in use fails the start.
  app.addHook("onReady", async () => {
    server.listen(port, host);
    await once(server, "listening");
    app.log.info({ metrics: server.address() }, "metrics server listening");
  });
  app.addHook("onClose", async () => server.close());
}
