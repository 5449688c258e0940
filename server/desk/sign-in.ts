import type { FastifyInstance } from "fastify";
import { clientKey } from "../http/client-address.ts";
import { SESSION_HOURS, secretDigest } from "../store/accounts.ts";
import * as desk from "./desk.ts";
import { readDevice } from "./device.ts";
import { countLink, mailLink } from "./sign-in-links.ts";

/** The path of a page of the desk, as a link in a mail names it: no other site, and nothing that is not a page. */
const OWN_PAGE = /^(?:\/sw)?\/staff\/(?!mails$)\w+(?:\/(?!file$)[\w-]+)?$/;

/** The lifetime of the cookie of a session: the session, and the day for which the store remembers that the session is over. */
const COOKIE_SECONDS = (SESSION_HOURS + 24) * 3_600;

/** Adds `/staff`, which asks for an e-mail address and sends a link. Opened by the link, the page has a button that signs in. */
export function addSignInRoutes(app: FastifyInstance): void {
  const { accounts, staffCookie, mails, log } = app;
  const kind = "sign-in";

  app.get("", { config: { isForAll: true } }, (request, reply) => {
    const link = desk.queryOf(request).get("link");
    if (link !== null) return desk.sendDeskPage(reply, { kind, step: "confirm", link });
    if (request.staff !== null) return desk.redirectWithNotice(reply, "/staff/messages");
    return desk.sendDeskPage(reply, { kind, step: mails === null ? "noMail" : "ask" });
  });

  app.post("", { config: { isForAll: true } }, async (request, reply) => {
    const { link, email = "" } = desk.postedFields(request);
    if (link !== undefined) {
      const signedIn = await accounts.signIn(link, readDevice(request.headers["user-agent"]));
      if (signedIn === null) {
        desk.refuse(request, "link unknown, used or over");
        return desk.sendDeskPage(reply, { kind, step: "expired" }, 403);
      }
      // The new session takes the place of the one that this browser has had.
      const earlier = desk.sessionOf(request);
      if (earlier !== undefined) await accounts.end(earlier);
      app.knownSessions.set(secretDigest(signedIn.session), true);
      reply.setCookie(staffCookie, signedIn.session, { maxAge: COOKIE_SECONDS });
      request.log.info({ audit: "signed in", staff: signedIn.staff.id }, "audit");
      const { [`${staffCookie}-page`]: page = "" } = request.cookies;
      if (!OWN_PAGE.test(page)) return desk.redirectWithNotice(reply, "/staff/messages");
      return reply.clearCookie(`${staffCookie}-page`).redirect(page, 303);
    }
    const seconds = await countLink(app, clientKey(request));
    if (seconds > 0)
      return desk.sendDeskPage(
        reply.header("retry-after", seconds),
        { kind, step: "tooMany" },
        429,
      );
    const onError = (err: unknown) => log.error({ err }, "sign-in link could not be sent");
    // The link is sent after the response, whose timing must not reveal whether the address has an account.
    reply.raw.once("close", () => void mailLink(app, email, request.url).catch(onError));
    return desk.sendDeskPage(reply, { kind, step: "sent" });
  });

  app.post("/sign-out", async (request, reply) => {
    const session = desk.sessionOf(request);
    if (session !== undefined) await accounts.end(session);
    if (request.staff !== null) log.info({ audit: "signed out", staff: request.staff.id }, "audit");
    reply.clearCookie(staffCookie);
    return desk.redirectWithNotice(reply, "/staff", "signed-out");
  });
}
