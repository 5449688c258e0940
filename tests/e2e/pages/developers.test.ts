import t from "tap";
import { launchBrowser } from "../../setup/services/browser.ts";
import { startExampleScene } from "../../setup/site/example-scene.ts";

const scene = await startExampleScene();
const browser = await launchBrowser();
t.teardown(async () => {
  await browser.close();
  await scene.close();
});

t.test("a response is tried in the browser, and the policy has nothing against it", async (t) => {
  const page = await browser.newPage();
  const output: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (fault) => output.push(fault.message));
  // The document names the public origin; here the site stands on a port of its own.
  await page.route("https://www.example.org/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({
      response: await route.fetch({ url: scene.site.url + pathname + search }),
    });
  });
  await page.goto(`${scene.site.url}/bff/docs`);
  await page.click("text=List news");
  await page.click("button.execute");
  await page.waitForSelector(".live-responses-table .response-col_status");
  t.match(await page.textContent(".live-responses-table tbody .response-col_status"), "200");
  t.same(output, []);
  await page.close();
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with scripts" : "without scripts";
  t.test(`from a problem to the reference and to an operation, ${how}`, async (t) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${scene.site.url}/problems/precondition-failed`);
    t.equal(await page.textContent("h1"), "412 Precondition failed");
    await page.click("text=All kinds of problems");
    await page.waitForURL("**/developers#problems");
    await page.click("nav[aria-label='On this page'] >> text=Events");
    await page.waitForURL("**/developers#events");
    t.ok(await page.isVisible("#listEvents"));
    await context.close();
  });
}
