import fp from "fastify-plugin";
import { mailSettings } from "../config.ts";
import type { MailRow } from "../store/schema.ts";
import { startRetention, startWorkLoop } from "../work-loop.ts";
import { Mails, mailTransport } from "./mails.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Null where no mail server is configured. */
    mails: Mails | null;
  }
}

/** Mails to the office, and to donors about their gifts, sent until the server has taken them. */
export const mailPlugin = fp(
  async (app) => {
    const { store, log, clock, config } = app;
    const settings = mailSettings(config);
    const mails = settings && new Mails(store, clock);
    app.decorate("mails", mails);
    if (settings === null || mails === null) return;
    const transport = mailTransport(settings);
    const host = new URL(settings.origin).hostname;

    const work = async (mail: MailRow) => {
      const { reference, recipient, replyTo, subject, text } = mail;
      const letter = {
        // Addresses as objects: nothing in them begins another one.
        to: { name: "", address: recipient },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        ...{ subject, text },
        messageId: `<${reference}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      };
      const [tried] = await Promise.allSettled([transport.sendMail(letter)]);
      if (tried.status === "fulfilled") return mails.sent(mail);
      return log.warn(await mails.unsent(mail, tried.reason), "mail could not be sent");
    };
    // The store itself says that it is down.
    const onError = (err: unknown) => store.fault() ?? log.error({ err }, "mails failed");
    await mails.releaseClaims().catch(onError);
    // One at a time, so that a power cut leaves one mail at most that is sent without the store knowing.
    const claim = () => mails.claim(settings);
    const loop = startWorkLoop({ claim, work, onError, concurrency: 1 });
    startRetention(app, store, "mails", () => mails.purge());
    app.addHook("onClose", async () => {
      await loop.stop();
      transport.close();
    });
  },
  { name: "mail", dependencies: ["store", "giving"] },
);
