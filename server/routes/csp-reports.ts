import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StaticAddress } from "../../shared/contract/page-renderer.ts";
import { CSP_REPORTS } from "../plugins/content-security-policy.ts";
import { addCounters } from "../plugins/form-counter.ts";
import { clientKey } from "../plugins/form-limits.ts";
import { sendProblem } from "../plugins/problems.ts";
import { type ToldBreach, toldBreaches } from "./csp-reports.schema.ts";

/** A breach of a page's policy, in words of ours alone: nothing a visitor typed or looked at. */
export interface CspReport {
  /** One of the policy's own directives, or `other`. */
  directive: string;
  /** Scheme and host of what was kept out, or the browser's word for it (`inline`, `eval`). */
  blocked: string;
  /** The section of the site. */
  route: string;
}

interface Options {
  /** Pages of the site: their first segments are the sections a report may name. */
  addresses: readonly StaticAddress[];
  /** The clock, milliseconds. */
  now: () => number;
  onReport: (report: CspReport) => void;
}

const TYPES = ["application/csp-report", "application/reports+json"];
const MAX_BYTES = 16 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const A_MINUTE = { fromOne: 20, fromAll: 300 };
/** Kinds of breach that are logged in a day; the others are counted. */
const MAX_KINDS = 100;
const DIRECTIVE =
  /^(?:(?:default|script|style|img|font|connect|manifest|frame|worker|media|object|child)-src|(?:script|style)-src-(?:elem|attr)|form-action|base-uri|frame-ancestors|require-trusted-types-for|trusted-types)$/;

const protocolOf = (address: string) => /^([a-z][a-z\d+.-]{0,30}):/i.exec(address)?.[1] ?? "";

/** Made by what a visitor has added to the browser, not by a page of ours. */
const isForeign = ({ blocked, source }: ToldBreach) =>
  [blocked, source].some((address) =>
    /^(?:[a-z-]*extension|about|chrome|resource|user-script|webkit-masked-url)$/i.test(
      protocolOf(address) || address,
    ),
  );

function blockedName(address: string): string {
  if (/^[a-z-]{1,30}$/.test(address)) return address;
  if (!URL.canParse(address)) return "other";
  const { protocol, origin } = new URL(address);
  return /^(?:https?|wss?):$/.test(protocol) ? origin.slice(0, 100) : protocol.slice(0, 30);
}

/** First segments of the site's own addresses: no other word of an address is written down. */
function routeNamer(addresses: readonly StaticAddress[]): (page: string) => string {
  const sections = new Set(addresses.map(({ path }) => path.split("/", 2)[1] ?? ""));
  sections.add("events");
  return (page) => {
    const path = URL.canParse(page) ? new URL(page).pathname : "";
    const [, first = "", more] = path.split("/", 3);
    if (path === "" || !sections.has(first)) return "(other)";
    return more === undefined ? `/${first}` : `/${first}/*`;
  };
}

/** Logs each kind of breach once a day, as many kinds as one can read. */
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
    if (known.size === MAX_KINDS) log.warn("further kinds of breach are counted, not logged");
  };
}

/** Takes what browsers tell of breaches of the pages' policy. Nobody waits for the answer: it is empty. */
export async function cspReportRoutes(
  app: FastifyInstance,
  { addresses, now, onReport }: Options,
): Promise<void> {
  const counter = await addCounters(app, null);
  const rule = { timeWindow: MINUTE_MS };
  const ofOne = counter({
    ...{ ...rule, name: "csp", max: A_MINUTE.fromOne, keyGenerator: clientKey },
  });
  const ofAll = counter({
    ...{ ...rule, name: "csp-all", max: A_MINUTE.fromAll, keyGenerator: () => "all" },
  });
  const nameRoute = routeNamer(addresses);
  const write = createJournal(now, app.log);

  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser(TYPES, { parseAs: "string", bodyLimit: MAX_BYTES }, parse);

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const count of [ofOne, ofAll]) {
      const counted = await count(request);
      if (!counted.isExceeded) continue;
      reply.header("retry-after", counted.ttlInSeconds);
      return sendProblem(reply, { status: 429, message: "Too many reports." });
    }
  };
  app.post(CSP_REPORTS, { onRequest }, async (request, reply) => {
    const read = toldBreaches.safeParse(request.body);
    if (!read.success) return sendProblem(reply, { status: 400, message: "This is no report." });
    for (const told of read.data) {
      if (isForeign(told)) continue;
      const directive = DIRECTIVE.test(told.directive) ? told.directive : "other";
      const blocked = blockedName(told.blocked);
      const report = { directive, blocked, route: nameRoute(told.page) };
      write(report);
      onReport(report);
    }
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
