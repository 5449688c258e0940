import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { watchedBrowser } from "../../setup/hostile/hostile-watch.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";
import { content } from "../pages/page-scene.ts";

const ARTICLE = "Third water point opens in Mtambani";

/** A site and a page that writes down each violation of the policy from the first byte on. */
async function scene(t: Test) {
  const env = { HEAD_START_MS: "100" };
  const { source, site } = await startScene(t, { ...content, env, now: () => SAMPLE_CLOCK });
  const { browser } = await watchedBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const output: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (error) => output.push(error.message));
  await page.exposeFunction("violation", (words: string) => output.push(words));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report: unknown = Reflect.get(window, "violation");
      const words = [event.effectiveDirective, event.blockedURI, event.sample, event.sourceFile];
      if (typeof report === "function") report(words.join(" "));
    });
  });
  t.teardown(() => context.close());
  const go = async (path: string) => {
    await page.goto(site.url + path);
    await hydrated(page);
  };
  return { page, output, go, source };
}

t.test("reading, going on and going back need no text to become HTML by itself", async (t) => {
  const { page, output, go } = await scene(t);
  await go("/");
  await page.locator("header nav").getByRole("link", { name: "News" }).first().click();
  await page.getByRole("heading", { level: 1, name: "News & Events" }).waitFor();
  await page.getByRole("link", { name: ARTICLE }).click();
  await page.getByRole("heading", { level: 1, name: ARTICLE }).waitFor();
  t.ok(await page.locator("article p, main p").count(), "the cleaned text is printed");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "News & Events" }).waitFor();
  await page.goForward();
  await page.getByRole("heading", { level: 1, name: ARTICLE }).waitFor();
  for (const path of [
    "/events/youth-football-cup-2026",
    "/blog/girls-on-the-pitch",
    "/projects/current/empowering-youth-through-football",
    "/news-events/gallery",
    "/contact-us",
    "/donate",
    "/get-involved",
    "/faq",
    "/your-data",
    "/our-impact",
    "/no/such/page",
  ])
    await go(path);
  t.same(
    output.filter((words) => !words.includes("404")),
    [],
  );
});

t.test("a page that was streamed, left and come back to breaks nothing", async (t) => {
  const { page, output, go, source } = await scene(t);
  source.delayMs = 600;
  await go("/news-events");
  await page.getByRole("link", { name: ARTICLE }).waitFor();
  // An outcome serialised for hydration goes with it.
  await page.waitForFunction(
    () => !document.querySelector("script[id^='q:'][type='application/json']"),
  );
  source.delayMs = 0;
  await page.getByRole("link", { name: ARTICLE }).click();
  await page.getByRole("heading", { level: 1, name: ARTICLE }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: ARTICLE }).waitFor();
  t.same(output, []);
});

t.test("text of a stranger becomes neither HTML nor a script", async (t) => {
  const { page, output, go } = await scene(t);
  await go("/blog/girls-on-the-pitch");
  const tries = await page.evaluate(() => {
    const attempt = (act: () => unknown) => {
      try {
        act();
        return "done";
      } catch (error) {
        return error instanceof Error ? error.name : "?";
      }
    };
    const policies: unknown = Reflect.get(window, "trustedTypes");
    return {
      html: attempt(() => {
        document.body.innerHTML = "<img src=x onerror=alert(1)>";
      }),
      beside: attempt(() => document.body.insertAdjacentHTML("beforeend", "<b>x</b>")),
      script: attempt(() => {
        document.createElement("script").src = "/x.js";
      }),
      policy: attempt(() => Reflect.get(Object(policies), "createPolicy").call(policies, "x", {})),
      again: attempt(() =>
        Reflect.get(Object(policies), "createPolicy").call(policies, "cleaned-html", {}),
      ),
    };
  });
  t.same(tries, {
    html: "TypeError",
    beside: "TypeError",
    script: "TypeError",
    policy: "TypeError",
    again: "TypeError",
  });
  await until(() => output.some((words) => words.includes("require-trusted-types-for")));
});
