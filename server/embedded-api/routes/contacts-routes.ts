import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { ContactsStore } from "../store/contacts-store.ts";
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

/** The contact call. It responds 201 only after the message is on disk. */
export function registerContactsRoutes(app: FastifyInstance, contacts: ContactsStore): void {
  app.post("/api/contacts", { bodyLimit: BODY_LIMIT_BYTES }, (request, reply) => {
    const body = contactBodySchema.safeParse(request.body);
    if (!body.success) {
      return reply.code(422).send({ message: problemsAsMessage(body.error.issues, LABELS) });
    }
    const key = readIdempotencyKey(request.headers["idempotency-key"]);
    if (key === "unusable") {
      return reply.code(400).send({ message: "The Idempotency-Key is empty or too long." });
    }
    const outcome = contacts.add(body.data, key?.value ?? null);
    request.log.info({ outcome }, "contact message received");
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
