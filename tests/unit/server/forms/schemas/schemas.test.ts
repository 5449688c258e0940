import t from "tap";
import type { ZodType } from "zod";
import { fieldErrors, formSchema } from "../../../../../server/forms/form-schema.ts";
import {
  donationAmountError,
  donationSchema,
  formWords,
  inboxForms,
  pledgeAmountErrors,
  pledgeSchema,
} from "../../../../../server/forms/forms.ts";
import { partnerFields, volunteerFields } from "../../../../../shared/forms/application-forms.ts";
import { contactFields } from "../../../../../shared/forms/contact-form.ts";
import { CONTACT, PARTNER, VOLUNTEER } from "../../../../app/forms/forms-scene.ts";
import { fc } from "../../../../setup/fast-check.ts";
import { isWhole } from "../../../../setup/whole.ts";

/** The content of a site that offers 50 and 75, in two currencies and for two purposes. */
const GIFTS = {
  donate: {
    presets: [50, 75],
    currencies: [
      { value: "USD", decimals: 2 },
      { value: "TZS", decimals: 0 },
    ],
  },
  giving: { purposes: [{ value: "most-needed" }, { value: "wells" }] },
};
const englishDonation = donationSchema(GIFTS, "en");
const contactSchema = formSchema(contactFields);
const volunteerSchema = formSchema(volunteerFields);
const partnerSchema = formSchema(partnerFields);

type Sent = Record<string, unknown>;
const errorsOf = (schema: ZodType, sent: unknown) => {
  const { error } = schema.safeParse(sent);
  return Object.fromEntries(error ? fieldErrors(error).map((one) => [one.field, one.message]) : []);
};
const contactErrors = (part: Sent) => errorsOf(contactSchema, { ...CONTACT, ...part });

t.test("missing fields count as empty, unknown fields are dropped", async (t) => {
  const { phoneNumber: _, ...rest } = CONTACT;
  t.same(contactSchema.safeParse({ ...rest, isAdmin: true }), {
    success: true,
    data: { ...rest, phoneNumber: "" },
  });
  t.same(Object.keys(errorsOf(contactSchema, {})), ["name", "email", "subject", "message"]);
  t.same(errorsOf(contactSchema, { ...CONTACT, phoneNumber: null }), {});
});

t.test("white space and invisible characters count as empty", async (t) => {
  for (const blank of [
    "",
    "   ",
    "\t",
    "\u200b\u200b",
    "\ufeff",
    "\u00a0",
    "\u3164",
    "\u2800",
    "\ufe0f",
  ])
    t.match(contactErrors({ name: blank }).name, "Enter your full name", JSON.stringify(blank));
});

t.test("a line break in a one-line field is refused: header injection", async (t) => {
  for (const end of ["\n", "\r", "\r\n", "\u2028", "\u0085", "\0", "\v"]) {
    const forged = `Asha${end}Bcc: everyone@example.org`;
    t.match(contactErrors({ name: forged }).name, "must be on one line");
    t.match(contactErrors({ email: `a@example.org${end}Bcc: b@example.org` }).email, "one line");
    t.match(contactErrors({ subject: forged }).subject, "one line");
  }
});

t.test("long texts keep their line breaks, normalised", async (t) => {
  const read = contactSchema.safeParse({ ...CONTACT, message: " one\r\n\r\ntwo\rthree " });
  t.match(read, { data: { message: "one\n\ntwo\nthree" } });
  const lines = "a\r\n".repeat(2_500).trimEnd();
  t.same(contactErrors({ message: lines }), {});
});

t.test("control characters and direction overrides are removed", async (t) => {
  const read = contactSchema.safeParse({ ...CONTACT, name: "A\u0007sha\u202e Juma" });
  t.match(read, { data: { name: "Asha Juma" } });
});

t.test("length limits are exact, and nothing is truncated", async (t) => {
  const limits = { name: 100, phoneNumber: 30, subject: 150, message: 5_000 };
  for (const [field, limit] of Object.entries(limits)) {
    t.same(contactErrors({ [field]: "x".repeat(limit) }), {}, field);
    t.match(contactErrors({ [field]: "x".repeat(limit + 1) })[field], "characters or fewer", field);
    // Browsers count this emoji as two characters, and so do we.
    t.same(contactErrors({ [field]: "🌍".repeat(limit / 2) }), {}, field);
    t.match(contactErrors({ [field]: "🌍".repeat(limit / 2 + 1) })[field], "characters or fewer");
  }
  t.match(
    contactErrors({ email: `${"a".repeat(60)}@${"b".repeat(60)}.example.org`.padStart(260, "a") })
      .email,
    "254 characters or fewer",
  );
});

t.test("an e-mail address is taken as it was typed, whatever stands around it", async (t) => {
  const address = "asha@b.example";
  for (const [typed, taken = typed] of [
    ["a@b.c"],
    ["o'brien.juma+x@mail.example.org"],
    ["a@xn--bcher-kva.example"],
    ["Asha@München.Example"],
    ["用户@例子.广告"],
    ["अशा@उदाहरण.भारत"],
    ["a@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example"],
    ["asha\u200b@b.\u2060exam\u00adple\ufe0f", address],
    ["a\u200dsha@b.example\u200c", address],
    ["ａｓｈａ＠ｂ。example", address],
    ["mailto:asha@b.example?subject=Habari", address],
    ["MAILTO:asha%40b.example", address],
    ["Asha <asha@b.example>", address],
    ["<asha@b.example>;", address],
    ['"Juma, Asha (Dodoma)" <asha@b.example>', address],
    ["'asha@b.example' <asha@b.example>", address],
    ["asha@b.example<mailto:asha@b.example>", address],
    ["Asha [asha@b.example]", address],
    ["“asha@b.example”", address],
    ["Asha＜asha＠b.example＞", address],
    ["asha@b.example (Asha Juma)", address],
  ] as const)
    t.match(
      contactSchema.safeParse({ ...CONTACT, email: typed }),
      { data: { email: taken } },
      typed,
    );
  for (const bad of [
    "asha",
    "asha@",
    "asha@example",
    "asha@example.",
    "asha@.org",
    "@example.org",
    "a b@example.org",
    "a@b@c.example",
    "asha@b.example/path",
    "asha@b.example:25",
    "asha@b_c.example",
    "asha@b.example, juma@b.example",
    "asha@b.example, Juma <juma@b.example>",
    "Asha <asha juma@b.example>",
    "Asha <as(h)a@b.example>",
    "mailto:asha@b.example,juma@b.example",
    "mailto:%ff@b.example",
  ])
    t.match(contactErrors({ email: bad }).email, "correct format", bad);
});

t.test("a website is an http or https URL, one without a scheme is https", async (t) => {
  const read = (website: string) => partnerSchema.safeParse({ ...PARTNER, website });
  for (const [typed, taken = typed] of [
    [""],
    ["https://example.org"],
    ["http://www.example.org/about?x=1"],
    ["www.example.org", "https://www.example.org"],
    ["Example.org:8080/@asha?u=https://a.b", "https://Example.org:8080/@asha?u=https://a.b"],
    ["//example.org", "https://example.org"],
    ["mün\u00adchen.example\u200b", "https://münchen.example"],
    ["例え.テスト", "https://例え.テスト"],
    ["a.bc/".padEnd(150, "x"), "https://a.bc/".padEnd(158, "x")],
  ] as const)
    t.match(read(typed), { data: { website: taken } }, typed);
  for (const bad of [
    "javascript:alert(1)",
    "javascript:a.bc",
    "mailto:asha@b.example",
    "asha@b.example",
    "asha.mushi@b.example",
    "https://",
    "ftp://example.org",
    "N.A.",
    "12.50",
    "see www.example.org",
    "/example.org",
  ])
    t.match(errorsOf(partnerSchema, { ...PARTNER, website: bad }).website, "correct format", bad);
});

t.test("only the offered values are valid", async (t) => {
  const errors = (part: Sent) => errorsOf(volunteerSchema, { ...VOLUNTEER, ...part });
  t.match(errors({ availability: "always" }).availability, "from the list");
  t.match(errors({ interests: ["wash-health", "gold"] }).interests, "from the list");
  t.same(errors({ interests: [] }), {});
  t.same(errors({ interests: undefined }), {});
  const read = volunteerSchema.safeParse({
    ...VOLUNTEER,
    interests: ["wash-health", "gender-equality", "wash-health"],
  });
  t.match(read, { data: { interests: ["gender-equality", "wash-health"] } });
  t.match(volunteerSchema.safeParse({ ...VOLUNTEER, interests: "wash-health" }), {
    data: { interests: ["wash-health"] },
  });
});

t.test("any input is parsed or refused, never an exception", async () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...Object.keys(VOLUNTEER)), fc.anything()),
      (any, part) => {
        const schemas: ZodType[] = [contactSchema, volunteerSchema, partnerSchema, englishDonation];
        for (const schema of schemas) {
          schema.safeParse(any);
          schema.safeParse({ ...VOLUNTEER, ...part });
        }
      },
    ),
    { numRuns: isWhole ? 500 : 100 },
  );
});

t.test("the longest text that a body may have is read in no time", async (t) => {
  const begun = performance.now();
  for (const part of ['"', "<", "<a>", "(", "@", "a.", "mailto:", "\u200c", "a\u200c", " "]) {
    const text = `a@${part.repeat(32_000 / part.length)}b`;
    contactSchema.safeParse({ ...CONTACT, email: text, name: text });
    partnerSchema.safeParse({ website: text });
  }
  t.ok(performance.now() - begun < 1_000);
});

/** Returns the error of an amount in dollars on a page that offers 50 and 75. */
const amountErrorOf = (preset: string, customAmount: string, language: "en" | "sw" = "en") =>
  donationAmountError({ preset, customAmount, currency: "USD" }, GIFTS, formWords[language]);

t.test("a donation has an amount: a typed one overrides a preset", async (t) => {
  t.equal(amountErrorOf("50", ""), null);
  t.equal(amountErrorOf("", "12.50"), null);
  t.match(amountErrorOf("50", "nothing"), "Enter an amount");
  t.match(amountErrorOf("", " "), "Choose an amount");
  t.match(amountErrorOf("51", ""), "Choose an amount from the list");
});

t.test("a pledge is for one of the purposes of the content", async (t) => {
  const schema = pledgeSchema(GIFTS, "en");
  t.notOk(errorsOf(schema, { purpose: "wells" }).purpose);
  t.ok(errorsOf(schema, { purpose: "schools" }).purpose);
});

t.test("messages are in the language of the words", async (t) => {
  t.match(errorsOf(inboxForms.contact.schemas.sw, { message: "x".repeat(5_001) }), {
    name: "Andika jina lako kamili",
    email: "Andika barua pepe yako",
    message: "Andika ujumbe wako kwa herufi zisizozidi 5,000",
  });
  t.match(errorsOf(inboxForms.volunteer.schemas.sw, { interests: ["gold"] }), {
    availability: "Chagua muda unaoweza kujitolea",
    interests: "Chagua maeneo yanayokuvutia kwenye orodha",
  });
  t.match(errorsOf(donationSchema(GIFTS, "sw"), {}), { currency: "Chagua sarafu" });
  t.match(amountErrorOf("", "0", "sw"), "kinachozidi 0");
  t.match(errorsOf(pledgeSchema(GIFTS, "sw"), { amount: "" }).amount, "Andika kiasi");
  const whole = pledgeAmountErrors({ amount: "1,5", currency: "TZS" }, GIFTS, formWords.sw);
  t.match(whole, [{ field: "amount", message: /bila senti/ }]);
});
