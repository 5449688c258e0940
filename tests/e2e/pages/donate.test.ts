import type { Locator } from "playwright-core";
import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { englishContent } from "../../setup/english-content.ts";
import { sampleScene } from "./page-scene.ts";

const donate = englishContent("donate");
const GIFTS = Object.values(englishContent("claims").claims).filter(
  ({ group }) => group === "gifts",
);

const BUTTON = /^Show me how to send /;

/** Returns the texts of the button, the sentence and the chosen tile. */
async function figures(page: Awaited<ReturnType<typeof sampleScene>>["page"]) {
  const button = await page.getByRole("button", { name: BUTTON }).innerText();
  const summary = await page.getByRole("status").filter({ hasText: "You are giving" }).innerText();
  return { button: button.replace(BUTTON, ""), summary };
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

  const button = page.getByRole("button", { name: BUTTON });
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
    t.equal(await button.innerText(), "Show me how to send my gift", "no amount is said");
    t.equal(await page.getByText("You are giving").count(), 0);
  }
  await custom.fill("");
  t.equal(await button.isDisabled(), true, "no amount is chosen");
  await custom.fill("7");
  t.equal(await button.isDisabled(), false);
});

t.test("a pledge is processed, and its page leads with the name and the steps", async (t) => {
  const { page, open, posts, output } = await sampleScene(t);
  await page.clock.install({ time: SAMPLE_CLOCK });
  await open("/donate?amount=100&currency=TZS&frequency=monthly&purpose=menstrual-justice");
  await page.clock.pauseAt(SAMPLE_CLOCK + 3_600_000);
  const button = page.getByRole("button", { name: /^Show me how to send TZS 100,000|^Processing/ });
  await button.click();
  await page.getByRole("link", { name: "Enter your first name" }).waitFor();
  await page
    .getByRole("link", { name: "Enter your email address, or your phone number" })
    .waitFor();
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Juma");
  await page.getByLabel("Phone Number").fill("+255 712 345 678");
  t.equal(await page.getByLabel("What should your gift").inputValue(), "menstrual-justice");
  await button.click();
  await button.and(page.getByText("Processing...")).waitFor();
  t.equal(await button.isDisabled(), true);
  t.equal(await page.getByText("Redirecting").count(), 0, "nobody is sent to a processor");
  await page.clock.runFor(2_000);
  await page.getByRole("heading", { level: 1, name: "Thank You, Asha" }).waitFor();
  t.same(posts, ["/donate"]);
  t.notMatch(page.url(), /Asha|712/);
  await page.getByText("Your pledge of TZS 100,000 every month is recorded.").waitFor();
  t.same(await page.locator("main h3").allInnerTexts(), [
    "Copy the amount and the reference",
    "Send it",
    "Get your receipt",
  ]);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copy = page.getByRole("button", { name: "Copy: Payment reference" });
  const box = await copy.boundingBox();
  t.ok(box && box.height >= 48 && box.width >= 48, "large enough for a thumb");
  await copy.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  t.equal(copied, page.url().split("/").at(-1));
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
  await page.getByRole("button", { name: "Show me how to send $250.50" }).waitFor();
  t.match(await figures(page), { summary: "You are giving $250.50 every month." });
  t.equal(await page.locator("[name=preset]:checked").count(), 0);
  await custom.press("End");
  await custom.press("0");
  t.equal(await custom.inputValue(), "٢٥٠,٥0");
});

t.test("one line says how to give today, and proof stands under the amounts", async (t) => {
  const { page, open } = await sampleScene(t, { viewport: { width: 375, height: 740 } });
  await open("/donate");
  const notice = page.getByText(donate.notOpen, { exact: true });
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  const proof = page.getByRole("region", { name: donate.proof.heading });
  const order = [
    notice,
    page.getByRole("radio", { name: "$50", exact: true }),
    proof,
    page.getByLabel("What should your gift support?"),
    page.getByLabel("First Name"),
    page.getByRole("button", { name: BUTTON }),
  ];
  const tops = await Promise.all(order.map(top));
  t.same(
    tops,
    tops.toSorted((one, other) => one - other),
    "on a phone, too",
  );
  t.equal(await proof.getByRole("link").count(), donate.proof.items.length);
  t.equal(await page.getByRole("button", { name: BUTTON }).count(), 1);
  t.equal(await page.getByRole("button", { name: /Bank Transfer/ }).count(), 0, "one button");
});

t.test("the amount says what it does, in its currency", async (t) => {
  const { page, open, output } = await sampleScene(t);
  await open("/donate");
  const effect = page.getByRole("status").filter({ hasText: ":" });
  const text = (amount: number) => GIFTS.find(({ value }) => value === amount)?.label ?? "";
  t.equal(await effect.innerText(), `$50: ${text(50)}`);
  await page.getByRole("radio", { name: "TZS", exact: true }).check();
  t.equal(await effect.innerText(), `TZS 50,000: ${text(50_000)}`, "shillings buy something else");
  await page.getByRole("radio", { name: "TZS 1,000,000" }).check();
  t.equal(await effect.innerText(), `More than TZS 500,000: ${text(500_000)}`);
  const custom = page.getByLabel("Custom Amount");
  await custom.fill("120000");
  t.equal(await effect.innerText(), `More than TZS 100,000: ${text(100_000)}`);
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
  const text = (amount: number) => GIFTS.find(({ value }) => value === amount)?.label ?? "";
  t.equal(await words(), `$100 ${text(100)}`);
  await page.getByRole("radio", { name: "TZS", exact: true }).check();
  t.equal(await words(), `TZS 100,000 ${text(100_000)}`);
  t.ok(await page.getByText("In shillings").isVisible());
  t.equal(await page.getByText("You are giving").count(), 1);
  t.notOk(await page.getByText("You are giving").isVisible(), "which cannot follow");
});
