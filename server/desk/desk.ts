import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeskPage } from "../../shared/contract/desk.ts";
import { languageOf, PREFIXES, withPrefix } from "../../shared/languages.ts";
import { isFromOurPages } from "../http/headers.ts";
import { postedForm } from "../http/request-bodies.ts";
import { Accounts, SESSION_HOURS, type Staff } from "../store/accounts.ts";

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
  readonly #isSecure: boolean;

  constructor(app: FastifyInstance) {
    this.#app = app;
    this.#isSecure = app.config.PUBLIC_ORIGIN.startsWith("https:");
    this.accounts = new Accounts(app.store, app.clock);
  }

  /** Browsers take `__Host-` from https alone, for this host and every path. */
  get #cookie() {
    return this.#isSecure ? "__Host-staff" : "staff";
  }

  get #cookieOptions() {
    return { path: "/", httpOnly: true, secure: this.#isSecure, sameSite: "strict" } as const;
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
    // Without an account there is no desk.
    if (!(await this.accounts.isOn())) return this.notFound(reply);
    const session = request.cookies[this.#cookie];
    request.staff = session === undefined ? null : await this.accounts.holderOf("session", session);
    if (request.staff !== null) return undefined;
    const { isForAll = false, keepsTyped = false } = request.routeOptions.config;
    if (session === undefined) return isForAll || keepsTyped ? undefined : this.go(reply, "/staff");
    this.refuse(request, "session unknown or over");
    reply.clearCookie(this.#cookie, this.#cookieOptions);
    const isShown = isForAll || (keepsTyped && !(await this.accounts.isOfRemoved(session)));
    return isShown ? undefined : this.go(reply, "/staff");
  }

  /** Why what somebody typed can only be shown again; null when it can be taken. */
  obstacle({ staff }: FastifyRequest): "store" | "session" | null {
    if (this.#app.store.fault() !== null) return "store";
    return staff === null ? "session" : null;
  }

  refuse(request: FastifyRequest, why: string): void {
    request.log.warn({ audit: "desk refused", why }, "audit");
  }

  /** Signs in by the secret of a link. False when it is not, or no longer, one. */
  async signIn(reply: FastifyReply, link: string): Promise<boolean> {
    const signedIn = await this.accounts.signIn(link);
    if (signedIn === null) {
      this.refuse(reply.request, "link unknown, used or over");
      return false;
    }
    reply.setCookie(this.#cookie, signedIn.session, {
      ...this.#cookieOptions,
      maxAge: SESSION_HOURS * 3_600,
    });
    reply.request.log.info({ audit: "signed in", staff: signedIn.staff.id }, "audit");
    return true;
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = request.cookies[this.#cookie];
    if (session !== undefined) await this.accounts.end(session);
    reply.clearCookie(this.#cookie, this.#cookieOptions);
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
    const desk = {
      ...{ status, page, staff: request.staff?.email ?? null },
      retentionDays: this.#app.config.INBOX_RETENTION_DAYS,
      notice: query.get("notice"),
      isAsking: query.has("ask"),
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

/** A page of a list, from 1. */
export const pageNumber = (text: string | null): number =>
  /^[1-9]\d{0,4}$/.test(text ?? "") ? Number(text) : 1;

/** A file that the browser saves. */
export const sendCsv = (reply: FastifyReply, name: string, csv: string): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(csv);
