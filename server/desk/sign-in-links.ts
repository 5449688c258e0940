import type { FastifyInstance } from "fastify";
import { languageOf } from "../../shared/languages.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import { signInLetter } from "../mail/letters.ts";
import { addMail } from "../mail/mails.ts";
import { sameAddress, secretDigest } from "../store/accounts.ts";
import { countUp } from "../store/store.ts";

/** The most sign-in links within `WINDOW_MS`, counted for each client and for each e-mail address. */
const MAX_LINKS = 5;
const WINDOW_MS = 15 * MINUTE_MS;

/** Counts a request for a link. Returns the seconds until another link may be requested; 0 means now. */
export async function countLink({ store, clock }: FastifyInstance, key: string): Promise<number> {
  const window = { key: `sign-in:${key}`, windowMs: WINDOW_MS, now: clock() };
  const { count, resetsAt } = await countUp(store.db, window);
  return count <= MAX_LINKS ? 0 : Math.ceil((resetsAt - window.now) / 1_000);
}

/** Mails a link that signs in once to an address that has an account. Says why no link was sent. */
export async function mailLink(
  app: FastifyInstance,
  email: string,
  url: string,
): Promise<"sent" | "noMail" | "tooMany"> {
  const { accounts, mails, config, content } = app;
  const address = sameAddress(email);
  if (mails === null) return "noMail";
  if ((await countLink(app, secretDigest(address))) > 0) return "tooMany";
  const link = await accounts.createLink(address);
  const place = { origin: config.PUBLIC_ORIGIN, language: languageOf(url), content };
  if (link !== null) await addMail(app, signInLetter(address, link, place));
  return "sent";
}
