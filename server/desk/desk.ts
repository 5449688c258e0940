import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeskPage } from "../../shared/contract/desk.ts";
import { languageOf, PREFIXES, withPrefix } from "../../shared/languages.ts";
import { isFromOurPages } from "../http/headers.ts";
import { postedForm } from "../http/request-bodies.ts";
import { Accounts, digestOf, type Staff } from "../store/accounts.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is signed in at the desk. */
    staff: Staff | null;
  }
  interface FastifyContextConfig {
    /** A page of the desk that needs nobody to be signed in. */
    isForAll?: boolean;
    /** A form whose route shows what was typed again where nobody is signed in, or the store is down. */
    keepsTyped?: boolean;
  }
}

/** What the pages of the desk have in common: who is signed in, how pages are shown, how actions are recorded. */
export class Desk {
  readonly accounts: Accounts;
  readonly #app: FastifyInstance;
  readonly cookie: string;

  constructor(app: FastifyInstance, cookie: string) {
    this.#app = app;
    this.cookie = cookie;
    this.accounts = new Accounts(app.store, app.clock);
  }

  /** Runs before every page of the desk. */
  async guard(request: FastifyRequest, reply: FastifyReply) {
    const { pages, store, config } = this.#app;
    if (request.method === "POST" && !isFromOurPages(request, config.PUBLIC_ORIGIN)) {
      this.refuse(request, "post of another site");
      return pages.renderError(reply, 403);
    }
    try {
      if (store.fault() === null) return await this.#admit(request, reply);
    } catch (error) {
      if (store.fault() === null) throw error;
    }
    return request.routeOptions.config.keepsTyped ? undefined : pages.renderError(reply, 503);
  }

  async #admit(request: FastifyRequest, reply: FastifyReply) {
    if (!(await this.accounts.isOn())) return this.notFound(reply);
    const session = request.cookies[this.cookie];
    const holder = session && (await this.accounts.holderOf("session", digestOf(session)));
    if (holder && !holder.isOver) {
      request.staff = holder;
      return undefined;
    }
    if (session !== undefined) {
      this.refuse(request, "session unknown or over");
      reply.clearCookie(this.cookie);
    }
    const { isForAll, keepsTyped } = request.routeOptions.config;
    // A cookie of nobody is forged, or that of an account that was removed.
    const isShown = isForAll || (keepsTyped && holder !== null);
    return isShown ? undefined : this.go(reply, "/staff");
  }

  /**
   * Whether it may take minutes to send a file: who is signed in, or was when the form was shown, as the digest of that
   * session in the form's address says.
   */
  async isOfStaff(request: FastifyRequest): Promise<boolean> {
    const session = queryOf(request).get("session");
    if (request.staff !== null || session === null) return request.staff !== null;
    return (await this.accounts.holderOf("session", session).catch(() => null)) !== null;
  }

  /** Why what somebody typed can only be shown again; null when it can be taken. */
  obstacle({ staff }: FastifyRequest): "store" | "session" | null {
    if (this.#app.store.fault() !== null) return "store";
    return staff === null ? "session" : null;
  }

  refuse(request: FastifyRequest, why: string): void {
    request.log.warn({ audit: "desk refused", why }, "audit");
  }

  /** A row and a line in the log: who did what about which reference. */
  async record({ staff, log }: FastifyRequest, action: string, reference: string): Promise<void> {
    if (staff === null) return;
    await this.accounts.record(staff, action, reference);
    log.info({ audit: action, staff: staff.id, reference }, "audit");
  }

  async show(reply: FastifyReply, page: DeskPage, status = 200): Promise<FastifyReply> {
    const { request } = reply;
    const query = queryOf(request);
    const session = request.staff && request.cookies[this.cookie];
    const desk = {
      ...{ status, page, staff: request.staff?.email ?? null },
      retentionDays: this.#app.config.INBOX_RETENTION_DAYS,
      notice: query.get("notice"),
      isAsking: query.has("ask"),
      session: session ? digestOf(session) : query.get("session"),
    };
    return this.#app.pages.renderOwn(request, reply, { desk });
  }

  notFound(reply: FastifyReply) {
    return this.#app.pages.renderError(reply, 404);
  }

  /** Leads on after a post, with a notice of what was done. */
  go(reply: FastifyReply, path: string, notice?: string): FastifyReply {
    const prefix = PREFIXES[languageOf(reply.request.url)];
    const query = notice === undefined ? "" : `${path.includes("?") ? "&" : "?"}notice=${notice}`;
    return reply.redirect(withPrefix(prefix, path) + query, 303);
  }
}

/** The fields of a posted form, each once. */
export const postedFields = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(postedForm(request));

export const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split("?")[1]);

/** The length of a page of a list. */
export const PAGE_SIZE = 50;

/** A page of a list, from 1. */
export const pageNumber = (text: string | null): number =>
  /^[1-9]\d{0,4}$/.test(text ?? "") ? Number(text) : 1;

/** A file that the browser saves. */
export const sendCsv = (reply: FastifyReply, name: string, csv: string): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(csv);
