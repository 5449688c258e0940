import fp from "fastify-plugin";
import { mailSettings } from "../config.ts";
import { startRetention } from "../retention.ts";
import { Mails } from "./mails.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Null where no mail server is configured. */
    mails: Mails | null;
  }
}

/** Mails to the office, and to donors about their gifts. */
export const mailPlugin = fp(
  async (app) => {
    const settings = mailSettings(app.config);
    if (settings === null) {
      app.decorate("mails", null);
      return;
    }
    const { store, log, clock: now } = app;
    const mails = new Mails(store, now);
    const onError = (err: unknown) => {
      // The store itself says that it is down.
      if (store.fault() === null) log.error({ err }, "mails failed");
    };
    const stopSending = mails.start(settings, {
      onError,
      onUnsent: (mail) => log.warn(mail, "mail could not be sent"),
    });
    startRetention(app, store, "mails", () => mails.purge());
    app.decorate("mails", mails);
    app.addHook("onClose", stopSending);
  },
  { name: "mail", dependencies: ["store", "giving"] },
);
