import t from "tap";
import { content, pageScene, sampleScene } from "./page-scene.ts";

t.test("a response is tried in the browser, and the policy has nothing against it", async (t) => {
  const PUBLIC_ORIGIN = "https://www.example.org";
  const { page, output, url } = await pageScene(t, { content, env: { PUBLIC_ORIGIN } });
  // The document names the public origin; here the site stands on a port of its own.
  await page.route(`${PUBLIC_ORIGIN}/**`, async (route) => {
    const address = route.request().url().replace(PUBLIC_ORIGIN, url(""));
    await route.fulfill({ response: await route.fetch({ url: address }) });
  });
  await page.goto(url("/bff/docs"));
  await page.click("text=List news");
  await page.click("button.execute");
  await page.waitForSelector(".live-responses-table .response-col_status");
  t.match(await page.textContent(".live-responses-table tbody .response-col_status"), "200");
  t.same(output, []);
});

for (const javaScriptEnabled of [true, false])
  t.test(
    `from a problem to the reference and to an operation, scripts ${javaScriptEnabled ? "on" : "off"}`,
    async (t) => {
      const { page, url } = await sampleScene(t, { javaScriptEnabled });
      await page.goto(url("/problems/precondition-failed"));
      t.equal(await page.textContent("h1"), "412 Precondition failed");
      await page.click("text=All kinds of problems");
      await page.waitForURL("**/developers#problems");
      await page.click("nav[aria-label='On this page'] >> text=Events");
      await page.waitForURL("**/developers#events");
      t.ok(await page.isVisible("#listEvents"));
    },
  );
