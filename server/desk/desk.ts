import type { FastifyReply, FastifyRequest } from "fastify";
import type { LRUCache } from "lru-cache";
import {
  DESK_STATES,
  type DeskPage,
  type DeskState,
  type DeskView,
} from "../../shared/contract/desk.ts";
import { languageOf, PREFIXES, withPrefix } from "../../shared/languages.ts";
import { withQuery } from "../../shared/paths.ts";
import { isoTime } from "../../shared/time.ts";
import { clientKey } from "../http/client-address.ts";
import { isFromOurPages } from "../http/headers.ts";
import { postedForm } from "../http/request-bodies.ts";
import type { Accounts, Holder } from "../store/accounts.ts";
import { secretDigest } from "../store/accounts.ts";

declare module "fastify" {
  /** The decorators that exist only below `/staff`. */
  interface FastifyInstance {
    accounts: Accounts;
    staffCookie: string;
    /** The digests of sessions that were found in the store. While the store is down, they tell staff from strangers. */
    knownSessions: LRUCache<string, true>;
    /** The requests in progress with forms whose sender cannot be told from a stranger, each with its client's key. */
    strangersForms: Map<FastifyRequest, string>;
  }
  interface FastifyRequest {
    staff: Holder | null;
    /** True when the sender is or was signed in, as far as this process knows. */
    isOfStaff: boolean;
  }
  interface FastifyContextConfig {
    /** Set for a page of the desk that needs no sign-in. */
    isForAll?: boolean;
    /** Set for a form whose route shows the typed values again when nobody is signed in or the store is down. */
    keepsTyped?: boolean;
  }
}

export async function guardDesk(request: FastifyRequest, reply: FastifyReply) {
  reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  const { pages, store, config } = request.server;
  if (request.method === "POST" && !isFromOurPages(request, config.PUBLIC_ORIGIN)) {
    refuse(request, "post of another site");
    return pages.renderError(reply, 403);
  }
  try {
    if (store.fault() === null) return await admit(request, reply);
  } catch (error) {
    if (store.fault() === null) throw error;
  }
  const session = sessionOf(request);
  const { knownSessions } = request.server;
  request.isOfStaff = session !== undefined && knownSessions.has(secretDigest(session));
  const { keepsTyped } = request.routeOptions.config;
  const isTaken = keepsTyped && (request.isOfStaff || acceptStranger(request, reply));
  return isTaken ? undefined : pages.renderError(reply, 503);
}

/** The most forms at once from strangers. Anybody may send a form while the store is down; `readParts` limits its size. */
const MAX_STRANGERS_FORMS = 16;
/** The most forms at once from one client, so that places stay free for other clients. */
const MAX_FORMS_OF_CLIENT = 4;

function acceptStranger(request: FastifyRequest, reply: FastifyReply): boolean {
  const { strangersForms } = request.server;
  const client = clientKey(request);
  const clientForms = [...strangersForms.values()].filter((other) => other === client);
  if (strangersForms.size >= MAX_STRANGERS_FORMS || clientForms.length >= MAX_FORMS_OF_CLIENT)
    return false;
  strangersForms.set(request, client);
  reply.raw.once("close", () => strangersForms.delete(request));
  return true;
}

export const sessionOf = ({ cookies, server }: FastifyRequest) => cookies[server.staffCookie];

async function admit(request: FastifyRequest, reply: FastifyReply) {
  const { accounts, staffCookie } = request.server;
  if (!(await accounts.isOn())) return sendNotFound(reply);
  const session = sessionOf(request);
  const holder = session && (await findHolder(request, secretDigest(session)));
  request.isOfStaff = Boolean(holder);
  if (holder && !holder.isOver) {
    request.staff = holder;
    await accounts.use(holder.digest);
    return undefined;
  }
  if (session !== undefined) {
    refuse(request, "session unknown or over");
    // The cookie of a session that is over still tells a form of staff from one of a stranger.
    if (holder === null) reply.clearCookie(staffCookie);
  }
  const { isForAll, keepsTyped } = request.routeOptions.config;
  // A cookie without a holder is forged, or belongs to an account that was removed.
  const isShown = isForAll || (keepsTyped && holder !== null);
  if (isShown) return undefined;
  // A browser withholds a strict cookie when the link is in web mail, and sends it when our own page redirects.
  // The parameter `again` allows one such redirect only.
  const isFromElsewhere = request.headers["sec-fetch-site"] === "cross-site";
  const [path = ""] = request.url.split("?");
  if (session === undefined && isFromElsewhere && !queryOf(request).has("again"))
    return reply.header("refresh", `0; url=${path}?again`).type("text/html").send("");
  reply.setCookie(`${staffCookie}-page`, path, { maxAge: 1_800 });
  return redirectWithNotice(reply, "/staff", request.method === "GET" ? "sign-in" : "not-done");
}

async function findHolder({ server }: FastifyRequest, digest: string) {
  const holder = await server.accounts.holderOf("session", digest);
  if (holder === null) server.knownSessions.delete(digest);
  else server.knownSessions.set(digest, true);
  return holder;
}

/** Returns why the typed values can only be shown again, or null when they can be accepted. */
export function findObstacle({ staff, server }: FastifyRequest): "store" | "session" | null {
  if (server.store.fault() !== null) return "store";
  return staff === null ? "session" : null;
}

export function refuse(request: FastifyRequest, why: string): void {
  request.log.warn({ audit: "desk refused", why }, "audit");
}

/** Records who did what to which reference, as a row in the store and a line in the log. */
export async function recordAction(request: FastifyRequest, action: string, reference: string) {
  const { staff, log, server } = request;
  if (staff === null) return;
  await server.accounts.record(staff, action, reference);
  log.info({ audit: action, staff: staff.id, reference }, "audit");
}

export async function sendDeskPage(reply: FastifyReply, page: DeskPage, given?: number) {
  const { request, server } = reply;
  const hasErrors = "entry" in page && Object.keys(page.entry.errors).length > 0;
  const query = queryOf(request);
  const data: DeskView = {
    status: given ?? (hasErrors ? 422 : 200),
    page,
    staff: request.staff?.email ?? null,
    retentionDays: server.config.INBOX_RETENTION_DAYS,
    notice: query.get("notice"),
    about: readReferences(query.get("about")),
    before: readStates(query.get("before")),
    leftAlone: Number(/^\d{1,2}$/.exec(query.get("left") ?? "")?.[0] ?? 0),
    now: isoTime(server.clock()),
    asked: query.get("ask"),
    filter: listFilter(request),
  };
  return server.pages.renderOwn(reply, { data });
}

export const sendNotFound = (reply: FastifyReply) => reply.server.pages.renderError(reply, 404);

/** Returns the references for a notice. A URL must not put other words into the notice. */
const readReferences = (text: string | null): string[] =>
  (text ?? "").split(",").filter((one) => /^[CVPG](?:-[\dA-Z]{4})+$/.test(one));

const readStates = (text: string | null): DeskState[] =>
  (text ?? "").split(",").flatMap((one) => DESK_STATES.filter((state) => state === one));

interface NoticeDetails {
  /** The references of what was changed. */
  about?: readonly string[];
  /** The state that each of them had before, for the button that undoes the action. */
  before?: readonly DeskState[];
  /** The number of those that were not changed, because a colleague was quicker. */
  leftAlone?: number;
}

/** Redirects after a post, with a notice that says what was done to which item. Keeps the filter of the list. */
export function redirectWithNotice(
  reply: FastifyReply,
  path: string,
  notice?: string,
  { about = [], before = [], leftAlone = 0 }: NoticeDetails = {},
): FastifyReply {
  const prefix = PREFIXES[languageOf(reply.request.url)];
  const details = { notice, about: about.join(","), before: before.join(","), left: leftAlone };
  const query = { ...listFilter(reply.request), ...details };
  return reply.redirect(withPrefix(prefix, withQuery(path, query)), 303);
}

/** The URL parameters of the lists. `list` names the list from which a gift was opened. */
const FILTERS = ["list", "state", "form", "q", "from", "to", "person", "currency", "month", "page"];

/** Returns the filter of the list from which a page was opened, as the URL gives it. */
export function listFilter(request: FastifyRequest): Readonly<Record<string, string>> {
  const query = queryOf(request);
  const given = FILTERS.map((name) => [name, (query.get(name) ?? "").slice(0, 100)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

export const postedFields = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(postedForm(request));

export const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split("?")[1]);

export const PAGE_SIZE = 50;

export const readPageNumber = (text: string | null): number =>
  /^[1-9]\d{0,4}$/.test(text ?? "") ? Number(text) : 1;

export const sendCsv = (reply: FastifyReply, name: string, csv: string): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(csv);
