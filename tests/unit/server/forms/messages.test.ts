import t from "tap";
import { describeRefusal } from "../../../../server/forms/form-limits.ts";
import { backoffMs, messageKey, referenceOf } from "../../../../server/forms/inbox.ts";
import { createSpamCheck } from "../../../../server/forms/spam-check.ts";
import { readReference } from "../../../../shared/forms/form-names.ts";

t.test("a filled honeypot field is suspect", async (t) => {
  const { findSpam } = createSpamCheck(() => 0);
  for (const sent of [{}, { faxNumber: " " }, { faxNumber: null }]) t.same(findSpam(sent), []);
  for (const value of ["x", ["x"], {}, 1, true])
    t.same(findSpam({ faxNumber: value }), [{ name: "trap" }]);
});

t.test("many links sent faster than a person types are suspect; speed alone is not", async (t) => {
  let now = 1_000_000;
  const spamCheck = createSpamCheck(() => now);
  const formToken = spamCheck.issueToken();
  const message = "Please see the pumps at https://a.example and http://b.example";
  t.same(spamCheck.findSpam({ formToken, message }), [{ name: "fast" }]);
  t.same(spamCheck.findSpam({ formToken, message: "see https://a.example" }), []);
  now += 5_000;
  t.same(spamCheck.findSpam({ formToken, message }), []);
});

t.test("a missing, foreign or forged token is ignored", async (t) => {
  const spamCheck = createSpamCheck(() => 1_000_000);
  const message = "the pump at https://a.example and https://b.example";
  const other = createSpamCheck(() => 1_000_000).issueToken();
  const [, signature] = spamCheck.issueToken().split(".");
  for (const formToken of [undefined, "", "x.y", other, `zzz.${signature}`, 7, "a".repeat(500)])
    t.same(spamCheck.findSpam({ formToken, message }), [], String(formToken));
  const nested = JSON.parse("[".repeat(9_000) + "]".repeat(9_000));
  t.same(spamCheck.findSpam({ formToken: nested, message }), []);
});

const fields = { message: "Habari" };
const other = { message: "Kwaheri" };

t.test("equal fields under one client key are one message, other fields are not", async (t) => {
  const key = messageKey("contact", fields, 0, "key-12345678");
  t.equal(key, messageKey("contact", { ...fields }, 999_999_999, "key-12345678"));
  t.not(key, messageKey("contact", other, 0, "key-12345678"));
  t.not(key, messageKey("volunteer", fields, 0, "key-12345678"));
  t.not(key, messageKey("contact", fields, 0, "key-87654321"));
});

t.test("without a client key equal fields on the same day are one message", async (t) => {
  const key = messageKey("contact", fields, 0);
  t.equal(key, messageKey("contact", { ...fields }, 3_600_000));
  t.not(key, messageKey("contact", fields, 2 * 86_400_000));
});

const delay = (tries: number, random = 0, retryAfterSeconds = 0) =>
  backoffMs(tries, retryAfterSeconds, random);

t.test("delays double from one second to an hour", async (t) => {
  t.same(
    [1, 2, 3, 4, 5].map((tries) => delay(tries)),
    [1_000, 2_000, 4_000, 8_000, 16_000],
  );
  t.equal(delay(50), 3_600_000);
  t.equal(delay(0), 1_000);
});

t.test("jitter shortens a delay by up to a half", async (t) => {
  t.equal(delay(3, 1), 2_000);
  t.equal(delay(3, 0.5), 3_000);
});

t.test("Retry-After counts when it is longer", async (t) => {
  t.equal(delay(1, 0, 30), 30_000);
  t.equal(delay(20, 0, 30), 3_600_000);
});

t.test("a message has one reference number, another message has another", async (t) => {
  const numbers = Array.from({ length: 2_000 }, (_, index) =>
    referenceOf("contact", `key-${index}`),
  );
  t.equal(new Set(numbers).size, numbers.length);
  t.same(numbers.map(readReference), numbers);
  t.equal(referenceOf("contact", "key-7"), numbers[7]);
  t.match(referenceOf("volunteer", "key-7"), /^V-/);
  t.match(referenceOf("partner", "key-7"), /^P-/);
});

t.test("a refusal is in the language of the words, and never names too short a time", async (t) => {
  const office = {
    email: "info@example.org",
    phones: [
      { id: "tanzania", label: "Tanzania", number: "+255 000 000 000" },
      { id: "usa", label: "USA", number: "+1 555 0142" },
    ],
  };
  const words = describeRefusal("all", 600, { language: "sw", office });
  t.match(words, /^Samahani, fomu yako haikutumwa: .* jaribu tena baada ya dakika 10\. [^{}]*$/);
  t.match(words, "info@example.org");
  t.match(words, "+255 000 000 000 (Tanzania) au +1 555 0142 (USA)");
  t.match(describeRefusal("tries", 61, { language: "en", office }), "in 2 minutes.");
});
