import t from "tap";
import donate from "../../../content/words/en/donate.json" with { type: "json" };
import { flutterwaveEnv, startFakeFlutterwave } from "../../fakes/flutterwave.ts";
import { pageScene } from "./page-scene.ts";

for (const [name, javaScriptEnabled] of [
  ["with", true],
  ["without", false],
] as const)
  t.test(`a donor is led to the payment page ${name} scripts`, async (t) => {
    const flutterwave = await startFakeFlutterwave();
    t.teardown(flutterwave.close);
    const env = flutterwaveEnv(flutterwave);
    const { page, open, site, posts, output } = await pageScene(t, { env, javaScriptEnabled });
    const texts: string[] = [];
    await page.exposeFunction("noteText", (text: string) => void texts.push(text));
    await open("/donate?amount=50&currency=TZS");
    if (javaScriptEnabled)
      await page.evaluate(() => {
        const note = (window as unknown as { noteText: (text: string) => void }).noteText;
        new MutationObserver(() => note(document.body.innerText)).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
      });
    await page.getByLabel("First Name").fill("Asha");
    await page.getByLabel("Last Name").fill("Juma");
    await page.getByLabel("Email Address").fill("asha@example.org");
    await page.getByRole("button", { name: /^Donate/ }).click();
    await page.getByRole("heading", { name: "Pay TZS 50000" }).waitFor();
    for (const words of ["Processing...", donate.redirecting])
      t.equal(
        texts.some((text) => text.includes(words)),
        javaScriptEnabled,
        words,
      );
    t.same(posts, ["/donate"]);
    const [payment] = flutterwave.payments;
    t.match(page.url(), `${flutterwave.origin}/v3/hosted/pay/${payment?.tx_ref}`);
    flutterwave.pay(payment?.tx_ref ?? "");
    await page.goto(`${site.url}/donate/thanks/${payment?.tx_ref}?status=cancelled`);
    await page.locator("[data-state=paid]").waitFor();
    t.same(output, []);
  });
