import t from "tap";
import { messageKey } from "../../../../server/submissions/idempotency/message-key.ts";
import { createSpamCheck } from "../../../../server/submissions/spam-check.ts";

t.test("a filled honeypot field is suspect", async (t) => {
  const { isSuspect } = createSpamCheck(() => 0);
  t.equal(isSuspect({}), false);
  t.equal(isSuspect({ faxNumber: "" }), false);
  t.equal(isSuspect({ faxNumber: null }), false);
  for (const value of ["x", ["x"], {}, 1, true]) t.equal(isSuspect({ faxNumber: value }), true);
});

t.test("many links sent faster than a person types are suspect; speed alone is not", async (t) => {
  let now = 1_000_000;
  const spamCheck = createSpamCheck(() => now);
  const formToken = spamCheck.issueToken();
  const message = "see https://a.example and http://b.example";
  t.equal(spamCheck.isSuspect({ formToken, message }), true);
  t.equal(spamCheck.isSuspect({ formToken, message: "see https://a.example" }), false);
  now += 5_000;
  t.equal(spamCheck.isSuspect({ formToken, message }), false);
});

t.test("a missing, foreign or forged token is ignored", async (t) => {
  const spamCheck = createSpamCheck(() => 1_000_000);
  const message = "https://a.example https://b.example";
  const other = createSpamCheck(() => 1_000_000).issueToken();
  const [, signature] = spamCheck.issueToken().split(".");
  for (const formToken of [undefined, "", "x.y", other, `zzz.${signature}`, 7, "a".repeat(500)])
    t.equal(spamCheck.isSuspect({ formToken, message }), false, String(formToken));
});

const message = {
  form: "contact",
  fields: { message: "Habari" },
  clientKey: "key-12345678",
  nowMs: 0,
};
const other = { ...message, fields: { message: "Kwaheri" } };
const withoutKey = { ...message, clientKey: undefined };

t.test("equal fields under one client key are one message, other fields are not", async (t) => {
  t.equal(messageKey(message), messageKey({ ...message, nowMs: 999_999_999 }));
  t.not(messageKey(message), messageKey(other));
  t.not(messageKey(message), messageKey({ ...message, form: "volunteer" }));
  t.not(messageKey(message), messageKey({ ...message, clientKey: "key-87654321" }));
});

t.test("without a client key equal fields on the same day are one message", async (t) => {
  t.equal(messageKey(withoutKey), messageKey({ ...withoutKey, nowMs: 3_600_000 }));
  t.not(messageKey(withoutKey), messageKey({ ...withoutKey, nowMs: 2 * 86_400_000 }));
});
