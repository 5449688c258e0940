import type { Page } from "playwright-core";
import t, { type Test } from "tap";
import { flutterwaveEnv, startFakeFlutterwave } from "../../fakes/flutterwave.ts";
import { clipped } from "../../setup/site/clipped.ts";
import { siteStore } from "../../setup/site/site-store.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { every } from "../../setup/whole.ts";
import { axeFaults } from "../pages/axe.ts";
import { formPageScene } from "./form-scene.ts";

const OTHER_WAY = "Give by Bank Transfer or Mobile Money";
const SEND = "Show Me How to Pay";
const SHOW_ME = "Show me how to send my gift";
const AT = "2026-11-22T12:00:00.000Z";

async function scene(t: Test, options: Parameters<typeof formPageScene>[1] = {}) {
  const dataDir = testFolder(t);
  const { gifts } = await siteStore(t, dataDir);
  const opened = await formPageScene(t, { ...options, env: { ...options.env, DATA_DIR: dataDir } });
  return { ...opened, gifts };
}

const referenceOf = (page: Page) => page.url().split("/").at(-1) ?? "";

t.test("a gift is promised, sent and receipted, without scripts", async (t) => {
  const { page, open, gifts } = await scene(t, { javaScriptEnabled: false });
  await open("/donate");
  await page.getByRole("radio", { name: "TZS", exact: true }).check();
  await page.getByRole("radio", { name: /TZS 100,000/ }).check();
  await page.getByRole("radio", { name: "Monthly" }).check();
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Custom Amount").fill("12.50");
  await page.getByLabel("What should your gift support?").selectOption("menstrual-justice");
  await page.getByRole("button", { name: SHOW_ME }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  t.equal(await page.getByRole("alert").evaluate((box) => box.matches(":focus")), true);
  t.equal(await page.getByRole("radio", { name: "TZS", exact: true }).isChecked(), true);
  t.equal(await page.getByRole("radio", { name: "Monthly" }).isChecked(), true);
  t.equal(await page.getByLabel("First Name").inputValue(), "Asha");
  t.equal(await page.getByLabel("What should").inputValue(), "menstrual-justice");
  t.equal(await page.getByRole("checkbox").first().isChecked(), false);
  t.notMatch(page.url(), /Asha/);
  await page.getByRole("link", { name: "Enter a whole amount, without cents" }).click();
  await page.getByLabel("Custom Amount").fill("100,000");
  await page.getByLabel("Last Name").fill("Mushi");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: SHOW_ME }).click();
  await page.getByText("Your pledge of TZS 100,000 every month is recorded.").waitFor();
  await page.getByRole("heading", { name: "By mobile money" }).waitFor();
  const reference = referenceOf(page);
  t.equal(await page.getByRole("textbox", { name: "Payment reference" }).inputValue(), reference);
  t.match(await gifts.get(reference), { state: "pledged", amountMinor: 10_000_000 });

  await gifts.apply(reference, { state: "pending", by: "provider", at: AT });
  await page.reload();
  await page.getByRole("link", { name: "Check again now" }).click();
  await page.getByText("We are waiting for").waitFor();
  await gifts.apply(reference, { state: "paid", by: "staff", at: AT });
  await page.goto(page.url());
  await page.getByText("Your gift of TZS 100,000 every month has arrived.").waitFor();
  await page.getByRole("heading", { name: "Receipt", exact: true }).waitFor();
  await page.emulateMedia({ media: "print" });
  t.equal(await page.getByRole("heading", { name: "What happens next" }).isVisible(), false);
  t.equal(
    await page.getByRole("definition").getByText("Menstrual Justice Initiative").isVisible(),
    true,
  );
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => {
      const element = document.activeElement;
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const labels = isField ? [...(element.labels ?? [])] : [];
      return labels.map((label) => label.textContent).join(" ") || (element?.textContent ?? "");
    });
    if (text.match(name)) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

t.test("a keyboard alone is enough, and Enter in the form pledges", async (t) => {
  const { page, open, posts, loads, output } = await scene(t);
  await open("/donate?amount=20");
  await tabTo(page, /^First Name/);
  await page.keyboard.type("Asha");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Enter your last name" }).waitFor();
  t.same(posts, [], "nothing is sent that cannot be taken");
  await tabTo(page, /^Last Name/);
  await page.keyboard.type("Mushi");
  await tabTo(page, /^Email Address/);
  await page.keyboard.type("asha@example.org");
  await tabTo(page, /^Email me news/);
  await page.keyboard.press("Space");
  await tabTo(page, /^Show me how to send \$20/);
  await page.keyboard.press("Enter");
  await page.getByText("Your pledge of $20 is recorded.").waitFor();
  t.same(posts, ["/donate"]);
  t.match(loads.at(-1), /^\/donate\/thanks\/G-/);
  await tabTo(page, /^Payment reference/);
  await page.keyboard.press("Control+a");
  t.equal(await page.evaluate(() => String(getSelection())), referenceOf(page));
  t.same(output, []);
});

t.test("where one can pay online, the donor may still send the gift", async (t) => {
  const flutterwave = await startFakeFlutterwave();
  t.teardown(flutterwave.close);
  const { page, open, posts } = await scene(t, { env: flutterwaveEnv(flutterwave) });
  await open("/donate?amount=100&currency=TZS");
  await page.getByLabel("First Name").fill("Asha");
  await page.getByLabel("Last Name").fill("Juma");
  await page.getByRole("button", { name: OTHER_WAY }).click();
  await page.getByRole("link", { name: "Enter your email address, or your phone" }).waitFor();
  t.equal(await page.getByLabel("First Name").inputValue(), "Asha");
  await page.getByLabel("Phone Number").fill("0712 345 678");
  await page.getByRole("button", { name: OTHER_WAY }).click();
  await page.getByText("Your pledge of TZS 100,000 is recorded.").waitFor();
  t.same(posts, ["/donate", "/donate"]);
  t.same(flutterwave.payments, []);
});

/** Fields of which a part is cut off. */
const cutFields = (page: Page) =>
  page
    .locator("main :is(input, textarea):visible")
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map((one) => one.closest("label")?.textContent),
    );

t.test("what a donor copies is whole on the narrowest phone, in both languages", async (t) => {
  const { page, site, open } = await scene(t, { javaScriptEnabled: false });
  await open("/donate/pledge");
  await page.getByLabel("First Name").fill(`Asha${"sha".repeat(20)}`);
  await page.getByLabel("Last Name").fill("Mushi");
  await page.getByLabel("Email Address").fill("asha@example.org");
  await page.getByRole("button", { name: SEND }).click();
  const path = new URL(page.url()).pathname;
  for (const prefix of ["", "/sw"]) {
    await page.goto(site.url + prefix + path);
    for (const width of [280, 320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      t.same(await cutFields(page), [], `${prefix} ${width} px`);
      t.same(await clipped(page), [], `${prefix} ${width} px`);
    }
  }
  t.equal(await page.locator("textarea").count(), 6);
});

const looks = [375, 1280].flatMap((width) =>
  (["dark", "light"] as const).map((colorScheme) => ({ width, colorScheme })),
);

for (const { width, colorScheme } of every(4, looks))
  t.test(`axe finds nothing at ${width} px, ${colorScheme}`, async (t) => {
    const { page, site, gifts } = await scene(t, {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    const check = async (what: string) => {
      t.same(await axeFaults(page), [], what);
      t.same(await clipped(page), [], `${what} fits`);
    };
    await page.goto(`${site.url}/donate/pledge?currency=TZS`);
    await check("form");
    await page.getByRole("button", { name: SEND }).click();
    await check("form with errors");
    await page.getByLabel("First Name").fill("Asha");
    await page.getByLabel("Last Name").fill("Mushi");
    await page.getByLabel("Email Address").fill("asha@example.org");
    await page.getByRole("button", { name: SEND }).click();
    const reference = referenceOf(page);
    await check("pledged");
    for (const state of ["pending", "failed", "paid", "refunded"] as const) {
      await gifts.apply(reference, { state, by: "staff", at: AT });
      await page.goto(page.url());
      await check(state);
    }
    await page.goto(`${site.url}/donate/thanks/G-0000-0000-0000-0000`);
    await check("unknown");
  });
