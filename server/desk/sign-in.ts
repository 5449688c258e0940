import type { FastifyInstance } from "fastify";
import { languageOf } from "../../shared/languages.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import { clientKey } from "../http/client-address.ts";
import { signInLetter } from "../mail/letters.ts";
import { addMail } from "../mail/mails.ts";
import { SESSION_HOURS, sameAddress, secretDigest } from "../store/accounts.ts";
import { countUp } from "../store/store.ts";
import * as desk from "./desk.ts";
import { sendToday } from "./today.ts";

/** The path of a page of the desk, as a link in a mail names it: no other site, and nothing that is not a page. */
const OWN_PAGE = /^(?:\/sw)?\/staff\/(?!mails$)\w+(?:\/(?!file$)[\w-]+)?$/;

/** The most sign-in links within `WINDOW_MS`, counted for each client and for each e-mail address. */
const MAX_LINKS = 5;
const WINDOW_MS = 15 * MINUTE_MS;

/** The lifetime of the cookie of a session: the session, and the day for which the store remembers that the session is over. */
const COOKIE_SECONDS = (SESSION_HOURS + 24) * 3_600;

/** Adds `/staff`, which asks for an e-mail address and sends a link. Opened by the link, the page has a button that signs in. */
export function addSignInRoutes(app: FastifyInstance): void {
  const { accounts, content, staffCookie, mails, store, clock, config, log } = app;
  const kind = "sign-in";

  /** Returns the seconds until another link may be requested; 0 means now. */
  async function waitFor(key: string): Promise<number> {
    const window = { key: `sign-in:${key}`, windowMs: WINDOW_MS, now: clock() };
    const { count, resetsAt } = await countUp(store.db, window);
    return count <= MAX_LINKS ? 0 : Math.ceil((resetsAt - window.now) / 1_000);
  }

  /** Sends a link to an address that has an account. Runs after the response, whose timing must not reveal the account. */
  async function sendLink(email: string, url: string): Promise<void> {
    const address = sameAddress(email);
    if (mails === null || (await waitFor(secretDigest(address))) > 0) return;
    const link = await accounts.createLink(address);
    const place = { origin: config.PUBLIC_ORIGIN, language: languageOf(url), content };
    if (link !== null) await addMail(app, signInLetter(address, link, place));
  }

  app.get("", { config: { isForAll: true } }, (request, reply) => {
    const link = desk.queryOf(request).get("link");
    if (link !== null) return desk.sendDeskPage(reply, { kind, step: "confirm", link });
    if (request.staff !== null) return sendToday(reply);
    return desk.sendDeskPage(reply, { kind, step: mails === null ? "noMail" : "ask" });
  });

  app.post("", { config: { isForAll: true } }, async (request, reply) => {
    const { link, email = "" } = desk.postedFields(request);
    if (link !== undefined) {
      const signedIn = await accounts.signIn(link);
      if (signedIn === null) {
        desk.refuse(request, "link unknown, used or over");
        return desk.sendDeskPage(reply, { kind, step: "expired" }, 403);
      }
      app.knownSessions.set(secretDigest(signedIn.session), true);
      reply.setCookie(staffCookie, signedIn.session, { maxAge: COOKIE_SECONDS });
      request.log.info({ audit: "signed in", staff: signedIn.staff.id }, "audit");
      const { [`${staffCookie}-page`]: page = "" } = request.cookies;
      if (!OWN_PAGE.test(page)) return desk.redirectWithNotice(reply, "/staff");
      return reply.clearCookie(`${staffCookie}-page`).redirect(page, 303);
    }
    const seconds = await waitFor(clientKey(request));
    if (seconds > 0)
      return desk.sendDeskPage(
        reply.header("retry-after", seconds),
        { kind, step: "tooMany" },
        429,
      );
    const onError = (err: unknown) => log.error({ err }, "sign-in link could not be sent");
    reply.raw.once("close", () => void sendLink(email, request.url).catch(onError));
    return desk.sendDeskPage(reply, { kind, step: "sent" });
  });

  app.post("/sign-out", async (request, reply) => {
    const session = desk.sessionOf(request);
    if (session !== undefined) await accounts.end(session);
    reply.clearCookie(staffCookie);
    return desk.redirectWithNotice(reply, "/staff", "signed-out");
  });
}
