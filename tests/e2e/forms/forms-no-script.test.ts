import t from "tap";
import { fillContact, formPageScene } from "./form-scene.ts";

// A journey by plain pages for a form that is stored and one that is not; giving.test.ts has that of a pledge. What each page
// says is tested over HTTP in tests/app/forms.
const NO_SCRIPT = { javaScriptEnabled: false };

t.test("a contact message is corrected and sent by plain pages", async (t) => {
  const { page, source, open } = await formPageScene(t, NO_SCRIPT);
  await open("/contact-us");
  await fillContact(page);
  await page.getByLabel("Email Address").fill("asha@example");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  t.equal(await page.getByRole("alert").evaluate((box) => box.matches(":focus")), true);
  t.equal(await page.getByLabel("Message").inputValue(), "Habari za leo?");
  await page.getByRole("link", { name: "Enter an email address" }).click();
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Thank you for your message! We will get back to you soon.").waitFor();
  t.match(page.url(), /\/contact-us\?sent=1&reference=C-.{4}-.{4}#sent$/);
  t.match([...source.contacts.values()], [{ email: "asha@example.org" }]);
});

t.test("a donation is corrected on the page that says so, and shows its figure", async (t) => {
  const { page, open } = await formPageScene(t, NO_SCRIPT);
  await open("/donate");
  t.equal(await page.getByText("You are giving").isVisible(), false, "it says only what it knows");
  await page.getByRole("radio", { name: "TZS" }).first().check();
  await page.getByLabel("Custom Amount").fill("12.50");
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Juma");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: "Show me how to send my gift" }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  t.equal(await page.getByLabel("Custom Amount").inputValue(), "12.50");
  await page.getByLabel("Custom Amount").fill("");
  await page.getByRole("radio", { name: "TZS 20,000" }).check();
  await page.getByRole("button", { name: "Show me how to send my gift" }).click();
  await page.getByText("Your pledge of TZS 20,000 is recorded.").waitFor();
});
