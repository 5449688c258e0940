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
    const stopRetention = startRetention({
      store: { purge: () => mails.purge() },
      retentionMs: 0,
      now,
      onError,
      onPurged: (count) => log.info({ count }, "mails purged"),
    });
    app.decorate("mails", mails);
    app.addHook("onClose", async () => {
      stopRetention();
      await stopSending();
    });
  },
  { name: "mail", dependencies: ["store", "giving"] },
);
