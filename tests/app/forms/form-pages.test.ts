import t from "tap";
import examples from "../../../server/bff/openapi/examples.json" with { type: "json" };
import { inboxForms } from "../../../server/forms/forms.ts";
import { formActions, formPaths, INBOX_FORMS } from "../../../shared/forms/form-names.ts";
import { CONTACT, formScene, PARTNER, VOLUNTEER } from "./forms-scene.ts";

/** Encodes a JSON body as a browser without scripts would post it. */
const asSearch = (body: Readonly<Record<string, unknown>> = {}) =>
  new URLSearchParams(
    Object.entries(body).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    ),
  ).toString();

t.test("each form is in its page, ready for a browser without scripts", async (t) => {
  const { get } = await formScene(t);
  for (const [path, action] of [
    ["/contact-us", "/contact-us"],
    ["/get-involved", "/get-involved?form=volunteer"],
    ["/get-involved?form=partner", "/get-involved?form=partner"],
    ["/donate", "/donate"],
  ] as const) {
    const { status, text, headers } = await get(path);
    t.equal(status, 200, path);
    t.match(text, `action="${action}" method="post"`);
    t.match(headers.etag, /^W\/"/);
    t.notMatch(text, /data-form=|value="undefined"| style="/);
    t.equal(text.match(/<h1/g)?.length, 1);
  }
  t.match((await get("/get-involved")).text, /<a [^>]*href="\/get-involved\?form=partner/);
});

t.test("each stored form has all its fields in its page, and can be posted there", async (t) => {
  const { get, postPage } = await formScene(t);
  for (const form of INBOX_FORMS) {
    const action = formActions[form];
    const { text } = await get(action);
    for (const name of Object.keys(inboxForms[form].fields))
      t.match(text, ` name="${name}"`, `${action} renders ${name}`);
    const refused = await postPage(action, "unknown=1");
    t.equal(refused.status, 422, `${action} takes posts`);
    t.match(refused.text, `<a href="#${form}-`, `a post to ${action} is one of ${form}`);
    const example = examples.find(
      ({ request, status }) => request.path === formPaths[form] && status < 300,
    );
    const taken = await postPage(action, asSearch(example?.request.body));
    t.equal(taken.status, 303, `${action} takes the example of the document`);
    const thanks = await get(taken.headers.location ?? "");
    t.equal(thanks.status, 200, `the page after a post to ${action}`);
    t.match(thanks.text, /<div[^>]*role="status"[^>]*autofocus/i, `${action} says thanks`);
  }
});

t.test("a contact message leads to a thank-you page that can be reloaded", async (t) => {
  const { postPage, get, source } = await formScene(t);
  const response = await postPage("/contact-us", { ...CONTACT, message: "two\r\nlines" });
  t.equal(response.status, 303);
  const location = response.headers.location ?? "";
  t.match(location, /^\/contact-us\?sent=1&reference=C-.{4}-.{4}#sent$/);
  t.match([...source.contacts.values()], [{ message: "two\nlines" }]);
  const { text } = await get(location.replace("#sent", ""));
  t.match(text, "Thank you for your message! We will get back to you soon.");
  const [, reference = "none"] = /reference=(.{11})/.exec(location) ?? [];
  t.match(text, new RegExp(`Your reference number is <strong[^>]*>${reference}</strong>`));
  const again = await postPage("/contact-us", { ...CONTACT, message: "two\r\nlines" });
  t.equal(again.headers.location, location, "a retry has the same reference number");
  const forged = await get("/contact-us?sent=1&reference=<b>not-one</b>");
  t.match(forged.text, "Thank you for your message!");
  t.notMatch(forged.text, "reference number");
  t.match(text, /<div[^>]*role="status"[^>]*autofocus/i);
});

t.test("errors stand beside the fields and in a summary, with the input kept", async (t) => {
  const { postPage, source } = await formScene(t);
  const typed = { ...CONTACT, name: "", email: "asha", message: 'a "quoted" <word> & more' };
  const { status, text, headers } = await postPage("/contact-us", typed);
  t.equal(status, 422);
  t.equal(headers["cache-control"], "no-store");
  t.equal(headers.etag, undefined);
  t.match(text, "<title>Error: Contact Us | ");
  t.match(text, 'content="noindex, follow"');
  t.match(text, /<div[^>]*role="alert"[^>]*autofocus[^>]*><h3>There is a problem<\/h3>/i);
  t.match(text, '<a href="#contact-name">Enter your full name</a>');
  t.match(text, /<p id="contact-name-error"[^>]*>.*Enter your full name<\/span><\/p>/);
  t.match(text, /<input[^>]*aria-invalid="true"[^>]*aria-describedby="contact-name-error"/);
  t.match(text, /<input[^>]*type="email"[^>]*value="asha"/);
  t.match(text, "a &quot;quoted&quot; &lt;word&gt; &amp; more</textarea>");
  t.equal(source.contactCalls.length, 0);
});

t.test("applications lead to their reference number", async (t) => {
  const { postPage, get } = await formScene(t);
  const search = new URLSearchParams({ ...VOLUNTEER, interests: "wash-health" });
  search.append("interests", "gender-equality");
  for (const [form, body, letter] of [
    ["volunteer", search.toString(), "V"],
    ["partner", { ...PARTNER, partnerInterests: "" }, "P"],
  ] as const) {
    const response = await postPage(`/get-involved?form=${form}`, body);
    t.equal(response.status, 303);
    const location = response.headers.location ?? "";
    t.match(location, new RegExp(`^/get-involved\\?form=${form}&reference=${letter}-.{4}-.{4}$`));
    const { text } = await get(location);
    t.match(text, location.slice(-11));
    t.match(text, "Your reference number is");
  }
  const { text } = await get("/get-involved?reference=<b>not-one</b>");
  t.notMatch(text, "Your reference number is");
});

t.test("chosen options stay chosen when the form comes back", async (t) => {
  const { postPage } = await formScene(t);
  const body = "interests=wash-health&interests=gender-equality&availability=full-time";
  const { status, text } = await postPage("/get-involved?form=volunteer", body);
  t.equal(status, 422);
  for (const value of ["wash-health", "gender-equality"])
    t.match(text, new RegExp(`<input[^>]*name="interests"[^>]*checked=""[^>]*value="${value}"`));
  t.match(text, /<option value="full-time" selected="">/);
  t.match(text, 'href="#volunteer-firstName"');
});

t.test(
  "without a provider a donation is a pledge of the amount that the page showed",
  async (t) => {
    const { postPage, get, source } = await formScene(t);
    const donor = { firstName: "Asha", lastName: "Juma", email: "asha@example.org", phone: "" };
    for (const [choice, figure] of [
      [{ currency: "USD", preset: "50", customAmount: "", frequency: "one-time" }, "$50"],
      [{ currency: "TZS", preset: "50", customAmount: "", frequency: "monthly" }, "TZS 50,000"],
      [{ currency: "TZS", preset: "50", customAmount: "50", frequency: "monthly" }, "TZS 50"],
      [{ currency: "USD", preset: "", customAmount: "12.5", frequency: "one-time" }, "$12.50"],
      [{ currency: "USD", preset: "50", customAmount: "0,5", frequency: "one-time" }, "$0.50"],
      [
        { currency: "TZS", preset: "50", customAmount: "٧٥٬٠٠٠", frequency: "monthly" },
        "TZS 75,000",
      ],
      [
        { currency: "TZS", preset: "50", customAmount: "75 000", frequency: "monthly" },
        "TZS 75,000",
      ],
    ] as const) {
      const response = await postPage("/donate", { ...donor, ...choice });
      t.equal(response.status, 303);
      const location = response.headers.location ?? "";
      t.notMatch(location, /Asha|Juma|example/);
      const { text } = await get(location);
      t.match(location, /^\/donate\/thanks\/G-/);
      t.notMatch(text, "Redirecting");
      const often = choice.frequency === "monthly" ? " every month" : "";
      t.match(text, `Your pledge of ${figure}${often} is recorded.`);
      t.match(text, "Thank You, Asha");
      const again = await postPage("/donate", { ...donor, ...choice });
      t.equal(again.headers.location, location, "a double click without a script is one gift");
      t.notMatch(text, "asha@example.org");
    }
    t.equal(source.contactCalls.length, 0);
  },
);

t.test("a donation that cannot be read comes back as it was typed", async (t) => {
  const { postPage } = await formScene(t);
  const { status, text } = await postPage("/donate", {
    currency: "TZS",
    preset: "100",
    customAmount: "lots",
    frequency: "monthly",
    firstName: "Asha",
    email: "asha",
  });
  t.equal(status, 422);
  t.match(text, '<a href="#donation-customAmount">Enter an amount above 0');
  t.match(text, '<a href="#donation-lastName">Enter your last name</a>');
  t.match(text, /<input[^>]*checked=""[^>]*value="TZS"/);
  t.match(text, /<input[^>]*checked=""[^>]*value="monthly"/);
  t.match(text, /<input[^>]*name="customAmount"[^>]*value="lots"/);
  t.match(text, /<input[^>]*name="firstName"[^>]*value="Asha"/);
});

t.test("a URL may name an amount, a currency and a frequency", async (t) => {
  const { get } = await formScene(t);
  for (const [search, summary] of [
    ["", "You are giving $50 once."],
    ["?amount=250&frequency=monthly", "You are giving $250 every month."],
    ["?amount=100&currency=TZS", "You are giving TZS 100,000 once."],
    ["?amount=75", "You are giving $75 once."],
    ["?amount=-1&currency=EUR&frequency=daily", "You are giving $50 once."],
    ["?amount=<b>", "You are giving $50 once."],
  ] as const)
    t.match((await get(`/donate${search}`)).text, `${summary}</p>`, search);
});

t.test("a text that is too long is reported, and stays in the field", async (t) => {
  const { postPage } = await formScene(t);
  const much = await postPage("/contact-us", { ...CONTACT, message: "x".repeat(33_000) });
  t.equal(much.status, 413);
  t.match(much.text, "too much text");
  t.match(much.text, "x".repeat(33_000));
  const tooMuch = await postPage("/contact-us", { ...CONTACT, message: "x".repeat(120_000) });
  t.equal(tooMuch.status, 413);
  t.match(tooMuch.headers["content-type"], "text/html");
  t.match(tooMuch.text, "shorten it and send it again");
  const foreign = await postPage("/contact-us", { ...CONTACT, message: "水".repeat(5_000) });
  t.equal(foreign.status, 303, "the longest message in any script is taken");
  const others = Object.entries({ ...CONTACT, more: "" }).join("=").length;
  const filled = (bytes: number) =>
    postPage("/contact-us", { ...CONTACT, more: "x".repeat(bytes - others) });
  t.equal((await filled(32_768)).status, 303, "the size that the documents name is taken");
  t.equal((await filled(32_769)).status, 413);
});

t.test("bodies that are no form are refused", async (t) => {
  const { postPage, site } = await formScene(t);
  for (const body of ["message=%", "__proto__=x", "constructor=x", "a&".repeat(200), ""])
    t.equal((await postPage("/contact-us", body)).status, 422, body.slice(0, 20));
  const type = "application/x-www-form-urlencoded; charset=";
  for (const [charset, body, status] of [
    ["iso-8859-1", "message=x", 415],
    ["utf-8", Buffer.from([0x61, 0xff]), 400],
    ["utf-8", "message=%ff%fe", 400],
    ["utf-8", "message=100%+caf%C3%A9", 422],
  ] as const) {
    const headers = { "content-type": type + charset };
    const sent = await fetch(`${site.url}/contact-us`, { method: "POST", headers, body });
    t.equal(sent.status, status, charset);
  }
  const response = await fetch(`${site.url}/contact-us`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  t.equal(response.status, 415);
  t.match(response.headers.get("content-type"), "application/problem+json");
});
