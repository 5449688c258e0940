import type { Locator } from "playwright-core";
import t from "tap";
import site from "../../fixtures/content/site.json" with { type: "json" };
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { englishContent } from "../../setup/english-content.ts";
import { sampleScene } from "./page-scene.ts";

const donate = englishContent("donate");
const GIFTS = Object.values(englishContent("claims").claims).filter(
  ({ group }) => group === "gifts",
);

/** Returns the texts of the button, the sentence and the chosen tile. */
async function figures(page: Awaited<ReturnType<typeof sampleScene>>["page"]) {
  const button = await page.getByRole("button", { name: /^Donate/ }).innerText();
  const summary = await page.getByRole("status").filter({ hasText: "You are giving" }).innerText();
  return { button: button.replace(/^Donate\s*/, ""), summary };
}

t.test("every preset says one figure in every currency and place", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await open("/donate");
  t.same(await figures(page), { button: "$50", summary: "You are giving $50 once." });
  for (const [currency, factor] of [
    ["TZS", 1000],
    ["USD", 1],
  ] as const) {
    await page.getByRole("radio", { name: currency, exact: true }).check();
    for (const preset of donate.presets) {
      const amount = (preset * factor).toLocaleString("en-US");
      const figure = currency === "USD" ? `$${amount}` : `TZS ${amount}`;
      await page.getByRole("radio", { name: figure, exact: true }).check();
      t.same(await figures(page), { button: figure, summary: `You are giving ${figure} once.` });
    }
  }
  await page.getByRole("radio", { name: "Monthly" }).check();
  t.match(await figures(page), { summary: "You are giving $1,000 every month." });
  t.same(output, []);
});

t.test("a typed amount takes the place of a preset, and a preset that of it", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/donate");
  const custom = page.getByLabel("Custom Amount");
  const chosen = page.locator("[name=preset]:checked");
  await custom.pressSequentially("1234.5");
  t.equal(await chosen.count(), 0);
  t.same(await figures(page), { button: "$1,234.50", summary: "You are giving $1,234.50 once." });
  await page.getByRole("radio", { name: "$100" }).check();
  t.equal(await custom.inputValue(), "");
  t.match(await figures(page), { button: "$100" });

  const button = page.getByRole("button", { name: /^Donate/ });
  for (const [typed, figure] of [
    ["12,50", "$12.50"],
    ["٥٠", "$50"],
    ["1 234", "$1,234"],
  ] as const) {
    await custom.fill("");
    await custom.pressSequentially(typed);
    t.same(await figures(page), { button: figure, summary: `You are giving ${figure} once.` });
    t.equal(await custom.inputValue(), typed);
  }
  for (const [typed, error] of [
    ["0", "no more than two decimals"],
    ["1.234", "Do you mean 1234 or 1.23?"],
    ["1a2", "without letters or signs"],
  ] as const) {
    await custom.fill("");
    await custom.pressSequentially(typed);
    await page.getByText(error).waitFor();
    t.equal(await custom.inputValue(), typed, "nothing typed is changed");
    t.equal(await button.isDisabled(), true);
    t.equal(await button.innerText(), "Donate", "no amount is said");
    t.equal(await page.getByText("You are giving").count(), 0);
  }
  await custom.fill("");
  t.equal(await button.isDisabled(), true, "no amount is chosen");
  await custom.fill("7");
  t.equal(await button.isDisabled(), false);
});

t.test("a donation is processed, announced and owned up to; no call is made", async (t) => {
  const { page, open, posts, output, focused } = await sampleScene(t);
  await page.clock.install({ time: SAMPLE_CLOCK });
  await open("/donate?amount=100&currency=TZS&frequency=monthly");
  await page.clock.pauseAt(SAMPLE_CLOCK + 3_600_000);
  const button = page.getByRole("button", { name: /^Donate TZS 100,000|^Processing/ });
  await button.click();
  await page.getByRole("link", { name: "Enter your first name" }).waitFor();
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Juma");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await button.click();
  await button.and(page.getByText("Processing...")).waitFor();
  t.equal(await button.isDisabled(), true);
  await page.clock.runFor(2_000);
  const alert = page.getByRole("alert");
  await alert.getByText("Redirecting to payment processor...").waitFor();
  t.equal(await alert.innerText(), "Redirecting to payment processor...", "alone");
  await page.clock.runFor(3_000);
  await alert.getByText("No payment provider is connected yet").waitFor();
  t.notMatch(await alert.innerText(), "Redirecting");
  t.match(await focused(), "and no money was taken.");
  t.match(await button.innerText(), "Donate");
  t.equal(await button.isDisabled(), false);
  t.same(posts, []);
  t.same(output, []);
});

t.test("what was chosen and typed before the script was there counts", async (t) => {
  const { page, url } = await sampleScene(t);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(url("/donate"), { waitUntil: "commit" });
  await page.getByRole("radio", { name: "Monthly" }).check();
  const custom = page.getByLabel("Custom Amount");
  await custom.pressSequentially("٢٥٠,٥");
  scripts.resolve();
  await page.getByRole("button", { name: "Donate $250.50" }).waitFor();
  t.match(await figures(page), { summary: "You are giving $250.50 every month." });
  t.equal(await page.locator("[name=preset]:checked").count(), 0);
  await custom.press("End");
  await custom.press("0");
  t.equal(await custom.inputValue(), "٢٥٠,٥0");
});

t.test("the page says first that nobody can give online yet, and what one can do", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/donate");
  const notice = page.getByRole("region", { name: donate.notOpen.title });
  await notice.getByRole("link", { name: site.contact.email.address }).waitFor();
  const ask = notice.getByRole("link", { name: donate.notOpen.contact.text });
  t.equal(await ask.getAttribute("href"), "/donate/pledge");
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  t.ok((await top(notice)) < (await top(page.locator("main form").first())), "above the form");
});

t.test("the amount says what it does, in its currency", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await open("/donate");
  const effect = page.getByRole("status").filter({ hasText: ":" });
  const text = (amount: number) => GIFTS.find(({ value }) => value === amount)?.label ?? "";
  t.equal(await effect.innerText(), `$50: ${text(50)}`);
  await page.getByRole("radio", { name: "TZS", exact: true }).check();
  t.equal(await effect.innerText(), `TZS 50,000: ${text(50)}`);
  await page.getByRole("radio", { name: "TZS 1,000,000" }).check();
  t.equal(await effect.innerText(), `More than TZS 500,000: ${text(500)}`);
  const custom = page.getByLabel("Custom Amount");
  await custom.fill("120000");
  t.equal(await effect.innerText(), `More than TZS 100,000: ${text(100)}`);
  const prefix = await custom.evaluate((field: HTMLElement) => {
    const before = field.previousElementSibling;
    return before instanceof HTMLElement ? before.innerText.trim() : null;
  });
  t.equal(prefix, "TZS");
  t.ok(await page.getByText("In shillings, for example 75000.").isVisible());
  t.notOk(await page.getByText("In dollars").isVisible());
  t.ok(await page.getByRole("term").filter({ hasText: "TZS 20,000" }).isVisible(), "beside it too");
  await custom.fill("5");
  t.equal(await effect.count(), 0, "nothing is promised for less than the first example");
  t.same(output, []);
});

t.test("without scripts every amount says what it does, in the chosen currency", async (t) => {
  const { page, open } = await sampleScene(t, { javaScriptEnabled: false });
  await open("/donate");
  const tile = page.locator("label").filter({ hasText: "$100" });
  const words = async () => (await tile.innerText()).replaceAll(/\s+/g, " ").trim();
  const text = GIFTS.find(({ value }) => value === 100)?.label ?? "";
  t.equal(await words(), `$100 ${text}`);
  await page.getByRole("radio", { name: "TZS", exact: true }).check();
  t.equal(await words(), `TZS 100,000 ${text}`);
  t.ok(await page.getByText("In shillings").isVisible());
  t.equal(await page.getByText("You are giving").count(), 1);
  t.notOk(await page.getByText("You are giving").isVisible(), "which cannot follow");
});
