import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { DAY_MS } from "../../shared/time.ts";
import { Inbox } from "../forms/inbox.ts";
import { startRetention } from "../retention.ts";
import type { Store } from "../store/store.ts";
import { readContactBody } from "./bodies.ts";

const THANKS = { message: "Thank you for your message! We will get back to you soon." };

/** Well above 5,000 characters in their longest JSON form. */
const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 200;
const RETENTION_MS = 365 * DAY_MS;

/** The contact call. It responds 201 only after the message is in the inbox. */
export function contactRoutes(
  app: FastifyInstance,
  { store, isOwnStore, clock }: { store: Store; isOwnStore: boolean; clock: () => Date },
): void {
  const now = () => clock().getTime();
  const inbox = new Inbox(store, now);
  // In the store of a site, the site erases old messages.
  if (isOwnStore) startRetention(app, store, "inbox", () => inbox.purge(now() - RETENTION_MS));
  app.post("/api/contacts", { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    const { fields, message } = readContactBody(request.body);
    if (fields === null) return reply.code(422).send({ message });
    const key = String(request.headers["idempotency-key"] ?? randomUUID()).trim();
    if (key === "" || key.length > MAX_KEY_LENGTH)
      return reply.code(400).send({ message: "The Idempotency-Key is empty or too long." });
    const { phoneNumber, ...others } = fields;
    const draft = {
      form: "contact",
      fields: phoneNumber === null ? others : { ...others, phoneNumber },
      // A site over the same folder has its own message under its own key.
      key: `content-api ${key}`,
      requestId: request.id,
    } as const;
    await inbox.add(draft, "kept");
    return reply.code(201).send(THANKS);
  });
}
