import type { Page } from "playwright-core";
import t from "tap";
import site from "../../fixtures/content/site.json" with { type: "json" };
import { hydrated } from "../../setup/site/hydrated.ts";
import { until } from "../../setup/until.ts";
import { fillContact, fillVolunteer, formPageScene, hold } from "./form-scene.ts";

const THANKS = "Thank you for your message! We will get back to you soon.";
const FAILED = "Failed to send message. Please try again later.";

t.test("a contact message is corrected, sent and thanked for, without a page load", async (t) => {
  const { page, source, open, posts, loads, output, values, focused } = await formPageScene(t);
  await open("/contact-us");
  await page.getByLabel("Email Address").fill("asha");
  await page.getByRole("button", { name: "Send Message" }).click();
  const summary = page.getByRole("alert");
  await summary.getByRole("heading", { name: "There is a problem" }).waitFor();
  t.match(await focused(), "There is a problem");
  t.match(await page.title(), /^Error: Contact Us/);
  t.equal(posts.length, 0, "what the browser can tell is not sent");
  await summary.getByRole("link", { name: "Enter your full name" }).click();
  t.equal(await page.evaluate(() => document.activeElement?.id), "contact-name");
  t.equal(await page.getByLabel("Full Name").getAttribute("aria-invalid"), "true");
  t.match(page.url(), /\/contact-us$/);

  const release = await hold(page, "/bff/contact");
  await fillContact(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  const button = page.getByRole("button", { name: "Sending..." });
  await button.waitFor();
  t.equal(await button.isDisabled(), true);
  release();
  await page.getByText(THANKS).waitFor();
  t.match(await focused(), THANKS);
  t.match(await focused(), /Your reference number is C-.{4}-.{4}\./);
  t.same(
    Object.values(await values()).filter((value) => value !== ""),
    [],
    "the form is cleared",
  );
  t.match(await page.title(), /^Contact Us/);
  t.match([...source.contacts.values()], [{ name: "Asha Juma", phoneNumber: "" }]);
  t.same(posts, ["/bff/contact"]);
  t.equal(loads.length, 1);
  t.same(output, []);
});

t.test("an e-mail address is objected to in the same words with scripts and without", async (t) => {
  const { page, site, open, posts } = await formPageScene(t);
  await open("/contact-us");
  await fillContact(page);
  for (const address of ["asha", "asha@example", "asha@example.", "a@b@example.org"]) {
    await page.getByLabel("Email Address").fill(address);
    await page.getByRole("button", { name: "Send Message" }).click();
    const error = page.locator("#contact-email-error");
    const words = await error.innerHTML();
    const values = { name: "Asha", email: address, subject: "A question", message: "Habari?" };
    const response = await fetch(`${site.url}/contact-us`, {
      method: "POST",
      body: new URLSearchParams(values),
    });
    t.equal(response.status, 422, address);
    const text = await response.text();
    t.match(text, `${words}</p>`, address);
    t.match(text, '<a href="#contact-email">Enter an email address in the correct format');
  }
  t.same(posts, [], "the browser tells by itself");
});

t.test("a pasted address or website is taken, with scripts and without", async (t) => {
  const address = '"Juma, Asha" <asha@b.example>';
  for (const javaScriptEnabled of [true, false]) {
    const { page, source, open } = await formPageScene(t, { javaScriptEnabled });
    await open("/contact-us");
    await fillContact(page);
    await page.getByLabel("Email Address").fill(address);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByText(THANKS).waitFor();
    t.match([...source.contacts.values()], [{ email: "asha@b.example" }]);
    await open("/get-involved?form=partner");
    await page.getByLabel("Email").first().fill(address);
    await page.getByLabel("Website").fill("münchen.example/a");
    await page.getByRole("button", { name: "Submit Inquiry" }).click();
    await page.getByRole("link", { name: "Enter the contact's name" }).waitFor();
    t.equal(await page.getByRole("link", { name: /correct format/ }).count(), 0);
  }
});

t.test("a refused message says how long it lasts, offers other ways and stays", async (t) => {
  const { page, open, values, focused, output } = await formPageScene(t, {
    env: { FORM_RATE_MAX: "1" },
  });
  await open("/contact-us");
  await fillContact(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText(THANKS).waitFor();
  await fillContact(page);
  await page.getByLabel("Message").fill("Another question");
  await page.getByRole("button", { name: "Send Message" }).click();
  const refusal = page.getByRole("alert");
  await refusal.getByText("Please try again in 10 minutes.").waitFor();
  t.match(await focused(), "Sorry, this was not sent");
  const { email, phones } = site.contact;
  for (const [text, href] of [
    [email.address, `mailto:${email.address}`],
    ...phones.map(({ number }) => [number, `tel:${number.replaceAll(" ", "")}`] as const),
  ] as const)
    t.equal(await refusal.getByRole("link", { name: text }).getAttribute("href"), href);
  t.match(await values(), { message: "Another question" });
  t.same(output, [
    "Failed to load resource: the server responded with a status of 429 (Too Many Requests)",
  ]);
});

t.test("a message that cannot be sent says why, and stays in its form", async (t) => {
  const { page, source, open, values } = await formPageScene(t);
  source.contactResponse = { status: 422, body: { message: "We cannot reach that address." } };
  await open("/contact-us");
  await fillContact(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("alert").getByText("We cannot reach that address.").waitFor();
  t.match(await values(), { message: "Habari za leo?" });
  source.contactResponse = null;
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText(THANKS).waitFor();
  t.equal(await page.getByRole("alert").count(), 0);
});

t.test("a network that fails once is tried again under the same key", async (t) => {
  const { page, source, open, posts } = await formPageScene(t);
  let failures = 1;
  const keys: (string | undefined)[] = [];
  await page.route("**/bff/contact", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    // The message arrives, its response does not.
    if (failures > 0) await route.fetch();
    failures -= 1;
    if (failures >= 0) await route.abort("connectionreset");
    else await route.continue();
  });
  await open("/contact-us");
  await fillContact(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText(THANKS).waitFor();
  t.equal(posts.length, 2);
  t.ok(keys[0]);
  t.equal(keys[0], keys[1]);
  t.equal(source.contacts.size, 1, "it arrives once");
});

t.test("without network and storage the spec's words are shown, nothing is lost", async (t) => {
  const { page, open, values } = await formPageScene(t);
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("", "SecurityError");
    };
  });
  await open("/contact-us");
  await fillContact(page);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("alert").getByText(FAILED).waitFor();
  t.match(await values(), { subject: "A question" });
});

t.test("what was typed outlives a look at another page, and a late script", async (t) => {
  const { page, open, site, values, output } = await formPageScene(t);
  const letScriptsGo = await hold(page, "/assets/*.js");
  await page.goto(`${site.url}/contact-us`, { waitUntil: "commit" });
  await page.getByLabel("Message").fill("typed before the script was there");
  letScriptsGo();
  await hydrated(page);
  t.match(await values(), { message: "typed before the script was there" });

  await page.getByRole("link", { name: "Donate" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Donate" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Contact Us" }).waitFor();
  t.match(await values(), { message: "typed before the script was there" });
  t.same(output, []);
  await open("/get-involved");
  await page.getByLabel("First Name").fill("Asha");
  await page.getByRole("link", { name: "Partnership Inquiry" }).click();
  await page.getByRole("heading", { name: "Partnership Inquiry" }).waitFor();
  await page.getByLabel("Organization Name").fill("A school");
  await page.getByRole("link", { name: "Volunteer Application" }).click();
  await page.getByRole("heading", { name: "Volunteer Application" }).waitFor();
  t.match(await values(), { firstName: "Asha" });
});

t.test("near its limit a field counts, and it cuts nothing", async (t) => {
  const { page, open, values } = await formPageScene(t);
  await open("/contact-us");
  await page.getByLabel("Subject").fill("x".repeat(130));
  t.equal(await page.getByText("left", { exact: false }).count(), 0);
  await page.getByLabel("Subject").fill("x".repeat(140));
  await page.getByText("10 characters left").waitFor();
  await page.getByLabel("Subject").fill("x".repeat(149));
  await page.getByText("1 character left").waitFor();
  await page.getByLabel("Subject").fill("x".repeat(152));
  await page.getByText("2 characters too many").waitFor();
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("link", { name: "The subject must be 150 characters or fewer" }).waitFor();
  t.equal(String((await values()).subject).length, 152);
});

/** Returns the texts that the live regions of a page announce to a screen reader. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest("[aria-live], [role=status], [role=alert]");
        const text = region?.getAttribute("aria-live") === "off" ? "" : region?.textContent?.trim();
        if (text && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return (): Promise<string[]> => page.evaluate(() => Reflect.get(window, "said"));
}

t.test("what changes with each key is said once nobody types", async (t) => {
  const { page, open } = await formPageScene(t);
  await page.clock.install();
  await open("/contact-us");
  const said = await listen(page);
  const subject = page.getByLabel("Subject");
  await subject.fill("x".repeat(140));
  for (const left of [9, 8, 7]) {
    await page.clock.runFor(300);
    await subject.press("End");
    await subject.pressSequentially("x");
    await page.getByText(`${left} characters left`).waitFor();
  }
  await page.clock.runFor(900);
  t.same(await said(), []);
  await page.clock.runFor(100);
  t.same(await said(), ["7 characters left"]);

  await open("/donate");
  const heard = await listen(page);
  const custom = page.getByLabel("Custom Amount");
  for (const key of ["7", "5", "0"]) {
    await custom.pressSequentially(key);
    await page.clock.runFor(300);
  }
  await page.getByText("You are giving $750 once.").waitFor();
  t.same(await heard(), []);
  await page.clock.runFor(1_000);
  t.match(await heard(), [/\$500.*You are giving \$750 once\.$/]);
});

t.test("a volunteer sees it submitted, a banner for a while, and a lasting number", async (t) => {
  const { page, open, posts, values, output, focused } = await formPageScene(t);
  const release = await hold(page, "/bff/volunteer");
  await page.clock.install({ time: 0 });
  await open("/get-involved?form=volunteer");
  await fillVolunteer(page);
  await page.getByLabel("WASH & Health").check();
  await page.getByRole("button", { name: "Submit Application" }).click();
  const button = page.getByRole("button", { name: "Submitting..." });
  await button.waitFor();
  t.equal(await button.isDisabled(), true);
  // The least that it takes has begun when it is sent, the most (30 s) is not over; the banner then stays until this
  // clock goes on.
  await until(() => posts.length > 0);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 15_000);
  release();
  const banner = page.getByText("Thank you! Your volunteer application has been submitted.");
  await banner.waitFor();
  t.match(await focused(), /Your reference number is V-.{4}-.{4}/);
  t.same(
    Object.values(await values()).filter((value) => value !== ""),
    [],
    "the form is reset",
  );
  await page.clock.fastForward(5_000);
  await banner.waitFor({ state: "detached" });
  await page.getByText("Your reference number is").waitFor();
  t.same(posts, ["/bff/volunteer"]);
  t.same(output, []);
});

t.test("a form can be filled and sent by keyboard alone", async (t) => {
  const { page, open, source, focused } = await formPageScene(t);
  await open("/contact-us");
  await page.getByLabel("Full Name").focus();
  for (const text of ["Asha Juma", "asha@example.org", "", "A question", "Habari"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  t.equal(await focused(), "Privacy", "the field that nobody sees is not on the way");
  await page.keyboard.press("Tab");
  t.equal(await focused(), "Send Message");
  await page.keyboard.press("Enter");
  await page.getByText(THANKS).waitFor();
  t.equal(source.contacts.size, 1);
});

t.test("the map of the office waits for a click", async (t) => {
  const { page, open } = await formPageScene(t);
  await open("/contact-us");
  t.equal(await page.locator("iframe").count(), 0);
  await page.getByRole("img", { name: /^Sketch of Bunju B/ }).waitFor();
  await page.getByRole("button", { name: "Show map" }).click();
  const frame = page.locator("iframe");
  t.match(await frame.getAttribute("src"), /^https:\/\/www\.openstreetmap\.org\/export\/embed/);
  t.equal((await frame.boundingBox())?.height, 400);
});
