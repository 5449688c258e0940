import type { FastifyInstance } from "fastify";
import { languageOf, PREFIXES } from "../../shared/languages.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import { clientKey } from "../http/server-options.ts";
import { signInLetter } from "../mail/letters.ts";
import { LINK_MINUTES, sameAddress } from "../store/accounts.ts";
import { countUp } from "../store/store.ts";
import { type Desk, postedFields, queryOf } from "./desk.ts";

/** Links that are asked for, from one address of the internet and for one of mail. */
const LIMIT = { max: 5, windowMs: 15 * MINUTE_MS };

/** `/staff`: asks for a link, or shows where one is; and the page of a link, whose button signs in. */
export function addSignInRoutes(app: FastifyInstance, desk: Desk): void {
  const { mails, store, clock, config, log } = app;
  const pageOf = (step: "ask" | "sent" | "confirm" | "expired", link = "") =>
    ({ kind: "sign-in", step, link, hasMail: mails !== null }) as const;

  async function isWithinLimit(key: string): Promise<boolean> {
    const { count } = await countUp(store.db, {
      key: `sign-in:${key}`,
      windowMs: LIMIT.windowMs,
      now: clock(),
    });
    return count <= LIMIT.max;
  }

  /** Sends a link to somebody who has an account, after the response: its time tells nothing. */
  async function sendLink(email: string, url: string): Promise<void> {
    const address = sameAddress(email);
    if (mails === null || !(await isWithinLimit(address))) return;
    const link = await desk.accounts.createLink(address);
    if (link === null) return;
    const language = languageOf(url);
    const letter = {
      email: address,
      url: `${config.PUBLIC_ORIGIN}${PREFIXES[language]}/staff?link=${link}`,
      minutes: LINK_MINUTES,
      reference: `sign-in.${clock()}.${link.slice(0, 8)}`,
    };
    await mails.add(signInLetter(letter, language));
  }

  app.get("", { config: { isForAll: true } }, (request, reply) => {
    const link = queryOf(request).get("link");
    if (link !== null) return desk.show(reply, pageOf("confirm", link));
    if (request.staff !== null) return desk.go(reply, "/staff/messages");
    return desk.show(reply, pageOf("ask"));
  });

  app.post("", { config: { isForAll: true } }, async (request, reply) => {
    const { link, email = "" } = postedFields(request);
    if (link !== undefined) {
      if (await desk.signIn(reply, link)) return desk.go(reply, "/staff/messages");
      return desk.show(reply, pageOf("expired"), 403);
    }
    if (!(await isWithinLimit(clientKey(request)))) return app.pages.renderError(reply, 429);
    sendLink(email, request.url).catch((err: unknown) => log.error({ err }, "link was not sent"));
    return desk.show(reply, pageOf("sent"));
  });

  app.post("/sign-out", async (request, reply) => {
    await desk.signOut(request, reply);
    return desk.go(reply, "/staff", "signed-out");
  });
}
