import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../../shared/time.ts";
import { mailSettings } from "../config.ts";
import type { Gift } from "../gifts/gift.ts";
import { donorLetter } from "./letters.ts";
import { addMail } from "./mails.ts";

/** Sends the mail about a gift once more, at most once an hour, to the address that the donor gave. */
export async function sendAgain(app: FastifyInstance, gift: Gift): Promise<boolean> {
  const { config, content, clock } = app;
  const settings = mailSettings(config);
  const letter = settings && donorLetter(gift, { ...settings, content });
  if (letter === null) return false;
  const hour = Math.floor(clock() / HOUR_MS);
  await addMail(app, { ...letter, reference: `${letter.reference}-again-${hour}` });
  return true;
}
