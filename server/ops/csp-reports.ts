import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { englishPath } from "../../shared/languages.ts";
import { DAY_MS, MINUTE_MS } from "../../shared/time.ts";
import { clientKey } from "../http/client-address.ts";
import { CSP_REPORTS } from "../http/headers.ts";
import { sendProblem } from "../http/problems.ts";

const violation = z.record(z.string(), z.unknown());

const partOf = (report: z.infer<typeof violation>, ...names: string[]): string =>
  String(names.map((name) => report[name]).find((part) => part && typeof part === "string") ?? "");

/** A report for `report-to` (CSP 3), which comes among reports of other kinds. Safari sends a single one with the older content type. */
const newer = z.union([
  z.object({ type: z.literal("csp-violation"), body: violation }).transform(({ body }) => [body]),
  z.object({ type: z.string() }).transform(() => []),
]);
const violations = z.union([
  // A report for `report-uri` (CSP 2).
  z.object({ "csp-report": violation }).transform((sent) => [sent["csp-report"]]),
  z.preprocess((sent) => [sent].flat(), z.array(newer).max(50)).transform((all) => all.flat()),
]);

const TYPES = ["application/csp-report", "application/reports+json"];
const MAX_BYTES = 16 * 1024;
/** The kinds of violation that are logged in a day. Further kinds are only counted. */
const MAX_KINDS = 100;
/** A directive of a content security policy: `script-src`, `frame-ancestors`. */
const DIRECTIVE =
  /^(?:(?:default|script|style|img|font|connect|manifest|frame|worker|media|object|child)-src|(?:script|style)-src-(?:elem|attr)|form-action|base-uri|frame-ancestors|require-trusted-types-for|trusted-types)$/;
/**
 * The URLs of browser extensions and the like, whose violations are not caused by our pages. Examples:
 * `chrome-extension://abc`, `about:blank`.
 */
const FOREIGN = /^(?:[a-z-]*extension|about|chrome|resource|user-script|webkit-masked-url)(?::|$)/i;

function blockedName(url: string): string {
  if (/^[a-z-]{1,30}$/.test(url)) return url;
  if (!URL.canParse(url)) return "other";
  const { protocol, origin } = new URL(url);
  return ["http:", "https:", "ws:", "wss:"].includes(protocol)
    ? origin.slice(0, 100)
    : protocol.slice(0, 30);
}

/** Receives CSP violation reports. Logs only known terms, and nothing that a visitor typed or read. */
export async function cspReportRoutes(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { max: 20, timeWindow: MINUTE_MS, keyGenerator: clientKey });

  const paths = app.client.renderer.staticPaths(app.content.in("en")).map(({ path }) => path);
  const sections = new Set(["/events", ...paths].map((path) => path.split("/", 2)[1]));
  function routeOf(page: string): string {
    if (!URL.canParse(page)) return "(other)";
    const [, first = "", more] = englishPath(new URL(page).pathname).split("/", 3);
    if (!sections.has(first)) return "(other)";
    return more === undefined ? `/${first}` : `/${first}/*`;
  }

  const logged = new Set<string>();
  let since = app.clock();
  /** Logs each kind of violation once a day, and repetitions at `debug`. */
  function log(csp: Record<"directive" | "blocked" | "route", string>): void {
    if (app.clock() - since > DAY_MS) {
      logged.clear();
      since = app.clock();
    }
    const kind = Object.values(csp).join(" ");
    const isNew = !logged.has(kind) && logged.size < MAX_KINDS;
    app.log[isNew ? "warn" : "debug"]({ csp }, "content security policy violated");
    if (isNew && logged.add(kind).size === MAX_KINDS)
      app.log.warn("further kinds of violations are counted, but not logged");
  }

  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser(TYPES, { parseAs: "string", bodyLimit: MAX_BYTES }, parse);
  app.post(CSP_REPORTS, async (request, reply) => {
    const { data } = violations.safeParse(request.body);
    if (!data) return sendProblem(reply, { status: 400, message: "This is not a CSP report." });
    for (const sent of data) {
      const blocked = partOf(sent, "blocked-uri", "blockedURL");
      if (FOREIGN.test(blocked) || FOREIGN.test(partOf(sent, "source-file", "sourceFile")))
        continue;
      const name = partOf(sent, "effective-directive", "effectiveDirective");
      const directive = DIRECTIVE.test(name) ? name : "other";
      const route = routeOf(partOf(sent, "document-uri", "documentURL"));
      log({ directive, blocked: blockedName(blocked), route });
      app.metrics.cspReports.inc({ directive });
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
