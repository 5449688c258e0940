import t from "tap";
import { createEvidence } from "../../../../server/forms/evidence.ts";
import { messageKey } from "../../../../server/forms/message-key.ts";

t.test("who fills the field that nobody sees is a machine", async (t) => {
  const { isSuspect } = createEvidence(() => 0);
  t.equal(isSuspect({}), false);
  t.equal(isSuspect({ faxNumber: "" }), false);
  t.equal(isSuspect({ faxNumber: null }), false);
  for (const bait of ["x", ["x"], {}, 1, true]) t.equal(isSuspect({ faxNumber: bait }), true);
});

t.test(
  "many links sent faster than a person types are a machine's; speed alone is not",
  async (t) => {
    let now = 1_000_000;
    const evidence = createEvidence(() => now);
    const formToken = evidence.issueToken();
    const message = "see https://a.example and http://b.example";
    t.equal(evidence.isSuspect({ formToken, message }), true);
    t.equal(evidence.isSuspect({ formToken, message: "see https://a.example" }), false);
    now += 5_000;
    t.equal(evidence.isSuspect({ formToken, message }), false);
  },
);

t.test("a token that is absent, foreign or forged says nothing", async (t) => {
  const evidence = createEvidence(() => 1_000_000);
  const message = "https://a.example https://b.example";
  const other = createEvidence(() => 1_000_000).issueToken();
  const [, signature] = evidence.issueToken().split(".");
  for (const formToken of [undefined, "", "x.y", other, `zzz.${signature}`, 7, "a".repeat(500)])
    t.equal(evidence.isSuspect({ formToken, message }), false, String(formToken));
});

const message = { form: "contact", fields: { message: "Habari" }, given: "key-12345678", nowMs: 0 };
const other = { ...message, fields: { message: "Kwaheri" } };
const nameless = { ...message, given: undefined };

t.test("the same words under the same name are one message, other words are not", async (t) => {
  t.equal(messageKey(message), messageKey({ ...message, nowMs: 999_999_999 }));
  t.not(messageKey(message), messageKey(other));
  t.not(messageKey(message), messageKey({ ...message, form: "volunteer" }));
  t.not(messageKey(message), messageKey({ ...message, given: "key-87654321" }));
});

t.test("without a name the same words on the same day are one message", async (t) => {
  t.equal(messageKey(nameless), messageKey({ ...nameless, nowMs: 3_600_000 }));
  t.equal(messageKey(nameless), messageKey({ ...nameless, given: "bad name\n" }));
  t.not(messageKey(nameless), messageKey({ ...nameless, nowMs: 2 * 86_400_000 }));
});
