import type { FastifyInstance } from "fastify";
import { languageOf } from "../../shared/languages.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import { clientKey } from "../http/client-address.ts";
import { signInLetter } from "../mail/letters.ts";
import { SESSION_HOURS, sameAddress } from "../store/accounts.ts";
import { countUp } from "../store/store.ts";
import * as desk from "./desk.ts";

/** Links that are asked for in a while, from one address of the internet and for one of mail. */
const MAX_LINKS = 5;
const WINDOW_MS = 15 * MINUTE_MS;

/** `/staff`: asks for a link, or shows where one is; and the page of a link, whose button signs in. */
export function addSignInRoutes(app: FastifyInstance): void {
  const { accounts, staffCookie, mails, store, clock, config, log } = app;
  const kind = "sign-in";

  async function isWithinLimit(key: string): Promise<boolean> {
    const window = { key: `sign-in:${key}`, windowMs: WINDOW_MS, now: clock() };
    return (await countUp(store.db, window)).count <= MAX_LINKS;
  }

  /** Sends a link to somebody who has an account, after the response: its time tells nothing. */
  async function sendLink(email: string, url: string): Promise<void> {
    const address = sameAddress(email);
    if (mails === null || !(await isWithinLimit(address))) return;
    const link = await accounts.createLink(address);
    const place = { origin: config.PUBLIC_ORIGIN, language: languageOf(url) };
    if (link !== null) await mails.add(signInLetter(address, link, place));
  }

  app.get("", { config: { isForAll: true } }, (request, reply) => {
    const link = desk.queryOf(request).get("link");
    if (link !== null) return desk.show(reply, { kind, step: "confirm", link });
    if (request.staff !== null) return desk.go(reply, "/staff/messages");
    return desk.show(reply, { kind, step: mails === null ? "noMail" : "ask" });
  });

  app.post("", { config: { isForAll: true } }, async (request, reply) => {
    const { link, email = "" } = desk.postedFields(request);
    if (link !== undefined) {
      const signedIn = await accounts.signIn(link);
      if (signedIn === null) {
        desk.refuse(request, "link unknown, used or over");
        return desk.show(reply, { kind, step: "expired" }, 403);
      }
      reply.setCookie(staffCookie, signedIn.session, { maxAge: SESSION_HOURS * 3_600 });
      request.log.info({ audit: "signed in", staff: signedIn.staff.id }, "audit");
      return desk.go(reply, "/staff/messages");
    }
    if (!(await isWithinLimit(clientKey(request)))) return app.pages.renderError(reply, 429);
    sendLink(email, request.url).catch((err: unknown) => log.error({ err }, "link was not sent"));
    return desk.show(reply, { kind, step: "sent" });
  });

  app.post("/sign-out", async (request, reply) => {
    const session = desk.sessionOf(request);
    if (session !== undefined) await accounts.end(session);
    reply.clearCookie(staffCookie);
    return desk.go(reply, "/staff", "signed-out");
  });
}
