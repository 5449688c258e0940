import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { StaticPath } from "../../shared/contract/page-renderer.ts";
import { englishPath } from "../../shared/languages.ts";
import { DAY_MS, MINUTE_MS } from "../../shared/time.ts";
import { CSP_REPORTS } from "../http/headers.ts";
import { sendProblem } from "../http/problems.ts";
import { clientKey } from "../http/server-options.ts";

/** A CSP violation in known terms alone: nothing a visitor typed or read. */
export interface CspReport {
  /** One of the policy's own directives, or `other`. */
  directive: string;
  /** Scheme and host of what was blocked, or the browser's keyword for it (`inline`, `eval`). */
  blocked: string;
  /** The section of the site. */
  route: string;
}

const text = z.string().max(8_192).catch("");

/** A violation as reported to `report-uri` (CSP 2), and as reported to `report-to` (CSP 3). */
const single = z
  .object({
    "csp-report": z.object({
      "document-uri": text,
      "effective-directive": text,
      "violated-directive": text,
      "blocked-uri": text,
      "source-file": text,
    }),
  })
  .transform(({ "csp-report": report }) => [
    {
      page: report["document-uri"],
      directive:
        report["effective-directive"] || (report["violated-directive"].split(" ")[0] ?? ""),
      blocked: report["blocked-uri"],
      source: report["source-file"],
    },
  ]);

const body = z
  .object({ effectiveDirective: text, documentURL: text, blockedURL: text, sourceFile: text })
  .transform((report) => ({
    page: report.documentURL,
    directive: report.effectiveDirective,
    blocked: report.blockedURL,
    source: report.sourceFile,
  }));

const other = z.object({ type: z.string() }).transform(() => null);
const report = z.union([z.object({ type: z.literal("csp-violation"), body }), other]);
/** Safari sends one report as an object, with the type of a CSP 2 report. */
const batch = z
  .union([z.array(report).max(50), report.transform((one) => [one])])
  .transform((reports) => reports.flatMap((report) => (report === null ? [] : [report.body])));

/** Either form, as a list of violations; reports of other kinds are left out. */
const reportedViolations = z.union([single, batch]);

const TYPES = ["application/csp-report", "application/reports+json"];
const MAX_BYTES = 16 * 1024;
const A_MINUTE = { fromOne: 20, fromAll: 300 };
/** Kinds of violation that are logged in a day; the others are only counted. */
const MAX_KINDS = 100;
const DIRECTIVE =
  /^(?:(?:default|script|style|img|font|connect|manifest|frame|worker|media|object|child)-src|(?:script|style)-src-(?:elem|attr)|form-action|base-uri|frame-ancestors|require-trusted-types-for|trusted-types)$/;

const protocolOf = (url: string) => /^([a-z][a-z\d+.-]{0,30}):/i.exec(url)?.[1] ?? "";

/** Made by what a visitor has added to the browser, not by a page of ours. */
const isForeign = ({ blocked, source }: z.infer<typeof reportedViolations>[number]) =>
  [blocked, source].some((url) =>
    /^(?:[a-z-]*extension|about|chrome|resource|user-script|webkit-masked-url)$/i.test(
      protocolOf(url) || url,
    ),
  );

function blockedName(url: string): string {
  if (/^[a-z-]{1,30}$/.test(url)) return url;
  if (!URL.canParse(url)) return "other";
  const { protocol, origin } = new URL(url);
  return /^(?:https?|wss?):$/.test(protocol) ? origin.slice(0, 100) : protocol.slice(0, 30);
}

/** Names a section of the site, one of the first segments of its pages, by the first segment of the path; nothing else of a URL is logged. */
function routeNamer(staticPaths: readonly StaticPath[]): (page: string) => string {
  const sections = new Set(staticPaths.map(({ path }) => path.split("/", 2)[1] ?? ""));
  sections.add("events");
  return (page) => {
    const path = URL.canParse(page) ? englishPath(new URL(page).pathname) : "";
    const [, first = "", more] = path.split("/", 3);
    if (path === "" || !sections.has(first)) return "(other)";
    return more === undefined ? `/${first}` : `/${first}/*`;
  };
}

/** Logs each kind of violation once a day, up to a number of kinds. */
function createJournal(now: () => number, log: FastifyInstance["log"]) {
  const known = new Set<string>();
  let since = now();
  return (report: CspReport): void => {
    if (now() - since > DAY_MS) {
      known.clear();
      since = now();
    }
    const kind = `${report.directive} ${report.blocked} ${report.route}`;
    if (known.has(kind) || known.size >= MAX_KINDS) return;
    known.add(kind);
    log.warn({ csp: report }, "content security policy breached");
    if (known.size === MAX_KINDS) log.warn("further kinds of violation are counted, not logged");
  };
}

/** Receives CSP violation reports of browsers. The response is empty. */
export async function cspReportRoutes(
  app: FastifyInstance,
  { onReport }: { onReport?: ((report: CspReport) => void) | undefined },
): Promise<void> {
  await app.register(rateLimit, { global: false, timeWindow: MINUTE_MS });
  const ofOne = app.createRateLimit({ max: A_MINUTE.fromOne, keyGenerator: clientKey });
  const ofAll = app.createRateLimit({ max: A_MINUTE.fromAll, keyGenerator: () => "all" });
  const nameRoute = routeNamer(app.client.renderer.staticPaths());
  const write = createJournal(app.clock, app.log);

  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser(TYPES, { parseAs: "string", bodyLimit: MAX_BYTES }, parse);

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const count of [ofOne, ofAll]) {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) continue;
      const { ttlInSeconds: retryAfterSeconds } = counted;
      return sendProblem(reply, { status: 429, message: "Too many reports.", retryAfterSeconds });
    }
  };
  app.post(CSP_REPORTS, { onRequest }, async (request, reply) => {
    const read = reportedViolations.safeParse(request.body);
    if (!read.success) return sendProblem(reply, { status: 400, message: "This is no report." });
    for (const violation of read.data) {
      if (isForeign(violation)) continue;
      const directive = DIRECTIVE.test(violation.directive) ? violation.directive : "other";
      const blocked = blockedName(violation.blocked);
      const report = { directive, blocked, route: nameRoute(violation.page) };
      write(report);
      app.metrics.cspReports.inc({ directive });
      onReport?.(report);
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
