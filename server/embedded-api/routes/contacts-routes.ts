import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { openStore } from "../../store/store.ts";
import { Inbox } from "../../submissions/inbox/inbox.ts";
import { startRetention } from "../../submissions/inbox/retention.ts";
import { optionalText, requiredText } from "./body-text.ts";
import { problemsAsMessage } from "./problems.ts";

const THANKS = { message: "Thank you for your message! We will get back to you soon." };

/** Well above 5,000 characters in their longest JSON form. */
const BODY_LIMIT_BYTES = 64 * 1024;

const MAX_KEY_LENGTH = 200;

const contactBodySchema = z.object({
  name: requiredText(100),
  // In the letters of any script, as the forms take it.
  email: requiredText(254).pipe(
    z.string().regex(z.regexes.unicodeEmail, "is not a complete e-mail address"),
  ),
  phoneNumber: optionalText(30),
  subject: requiredText(150),
  message: requiredText(5000),
});

/** The labels of the form: the message may be shown to a visitor. */
const LABELS = {
  name: "Full Name",
  email: "Email Address",
  phoneNumber: "Phone Number",
  subject: "Subject",
  message: "Message",
};

const RETENTION_DAYS = 365;

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
  now: () => Date;
}

/** The inbox of `dataDir`, opened by the first message: within a site none comes, it keeps its messages itself. */
function openContacts(app: FastifyInstance, options: Place) {
  const now = () => options.now().getTime();
  const onError = (err: unknown) => app.log.error({ err }, "inbox failed");
  let opened: Promise<{ inbox: Inbox; close: () => Promise<void> }> | undefined;
  const open = async () => {
    const store = await openStore({ ...options, onChange: () => {} });
    const inbox = new Inbox({ store, maxTries: 1, now, onError });
    const purging = { retentionDays: RETENTION_DAYS, now, onPurged: () => {}, onError };
    const stopRetention = startRetention({ store: inbox, ...purging });
    const close = () => {
      stopRetention();
      return store.close();
    };
    return { inbox, close };
  };
  app.addHook("onClose", async () => (await opened)?.close());
  return async () => {
    opened ??= open();
    return (await opened).inbox;
  };
}

/** The contact call. It responds 201 only after the message is in the inbox. */
export function registerContactsRoutes(app: FastifyInstance, at: Place): void {
  const openedInbox = openContacts(app, at);
  app.post("/api/contacts", { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const body = contactBodySchema.safeParse(request.body);
    if (!body.success) {
      return reply.code(422).send({ message: problemsAsMessage(body.error.issues, LABELS) });
    }
    const key = readIdempotencyKey(request.headers["idempotency-key"]);
    if (key === "unusable") {
      return reply.code(400).send({ message: "The Idempotency-Key is empty or too long." });
    }
    const { phoneNumber, ...fields } = body.data;
    await (await openedInbox()).add({
      form: "contact",
      state: "kept",
      fields: phoneNumber === null ? fields : { ...fields, phoneNumber },
      // A site over the same folder has its own message under its own key.
      key: `content-api ${key?.value ?? randomUUID()}`,
      requestId: request.id,
    });
    return reply.code(201).send(THANKS);
  });
}

function readIdempotencyKey(
  header: string | string[] | undefined,
): { value: string } | null | "unusable" {
  if (header === undefined) return null;
  const value = String(header).trim();
  return value === "" || value.length > MAX_KEY_LENGTH ? "unusable" : { value };
}
