import t from "tap";
import site from "../../../content/site.json" with { type: "json" };
import { fillContact, fillVolunteer, formScene } from "./form-scene.ts";

const NO_SCRIPT = { javaScriptEnabled: false };

t.test("a contact message is corrected and sent by plain pages", async (t) => {
  const { page, source, open } = await formScene(t, NO_SCRIPT);
  await open("/contact-us");
  await fillContact(page);
  await page.getByLabel("Email Address").fill("asha@example");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  t.match(await page.title(), /^Error: Contact Us/);
  t.equal(await page.getByRole("alert").evaluate((box) => box.matches(":focus")), true);
  t.equal(await page.getByLabel("Message").inputValue(), "Habari za leo?");
  await page.getByRole("link", { name: "Enter an email address" }).click();
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Thank you for your message! We will get back to you soon.").waitFor();
  await page.getByText(/Your reference number is\s+C-.{4}-.{4}\./).waitFor();
  t.match(page.url(), /\/contact-us\?sent=1&reference=C-.{4}-.{4}#sent$/);
  t.match([...source.contacts.values()], [{ email: "asha@example.org" }]);
});

t.test("an application leads to its number, and both forms can be reached", async (t) => {
  const { page, open } = await formScene(t, NO_SCRIPT);
  await open("/get-involved");
  await fillVolunteer(page);
  await page.getByRole("button", { name: "Submit Application" }).click();
  await page.getByText(/Your reference number is\s+V-/).waitFor();
  await page.getByRole("link", { name: "Partnership Inquiry" }).click();
  await page.getByLabel("Organization Name").fill("A school");
  await page.getByRole("button", { name: "Submit Inquiry" }).click();
  await page.getByRole("link", { name: "Enter the contact's name" }).waitFor();
  t.equal(await page.getByLabel("Organization Name").inputValue(), "A school");
});

t.test("who posts too often reads when to try again, with the text still there", async (t) => {
  const { page, open } = await formScene(t, { ...NO_SCRIPT, env: { FORM_RATE_MAX: "1" } });
  await open("/contact-us");
  await fillContact(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Thank you for your message!").waitFor();
  await fillContact(page);
  await page.getByLabel("Message").fill("Another question");
  await page.getByRole("button", { name: "Send Message" }).click();
  const refusal = page.getByRole("alert");
  await refusal.getByText("Please try again in 10 minutes.").waitFor();
  t.equal(await refusal.evaluate((box) => box.matches(":focus")), true);
  await refusal.getByRole("link", { name: site.contact.email.address }).waitFor();
  for (const { number } of site.contact.phones)
    await refusal.getByRole("link", { name: number }).waitFor();
  t.equal(await page.getByLabel("Message").inputValue(), "Another question");
});

t.test("an amount that cannot be used is corrected on the page that says so", async (t) => {
  const { page, open } = await formScene(t, NO_SCRIPT);
  await open("/donate");
  await page.getByLabel("Custom Amount").fill("12,50");
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Juma");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: "Donate" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  t.equal(await page.getByLabel("Custom Amount").inputValue(), "12,50");
  await page.getByLabel("Custom Amount").fill("12.50");
  await page.getByRole("button", { name: "Donate" }).click();
  await page.getByText("You chose to give $12.50.").waitFor();
});

t.test("a donation says only what it knows, and shows the figure in the end", async (t) => {
  const { page, open } = await formScene(t, NO_SCRIPT);
  await open("/donate");
  t.equal(await page.getByText("You are giving").isVisible(), false);
  await page.getByRole("radio", { name: "TZS" }).first().check();
  await page.getByRole("radio", { name: "TZS 20,000" }).check();
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Juma");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: "Donate" }).click();
  await page.getByText("Redirecting to payment processor...").waitFor();
  await page.getByText("You chose to give TZS 20,000. No payment provider").waitFor();
  t.notMatch(page.url(), /Asha|example/);
});
