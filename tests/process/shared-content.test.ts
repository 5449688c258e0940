import t from "tap";
import { staffBrowser, unescaped } from "../app/staff/desk-scene.ts";
import { startSwitchableSource } from "../fakes/switchable-source.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { until } from "../setup/until.ts";
import { startInstances } from "./instances.ts";

t.test("what one instance publishes, all show, and a new one after a kill too", async (t) => {
  const source = await startSwitchableSource();
  t.teardown(source.close);
  const { settingsOf, start } = await startInstances(t, { source, env: {} });
  const [one, two] = [await start("one"), await start("two")];
  const added = await staffProgram("staff", ["add", "asha@example.org"], settingsOf("one"));
  const link = /link=([\w-]+)/.exec(added)?.[1] ?? "";
  const browser = staffBrowser(one.url);
  await browser.post("/staff", { link });
  const html = await browser.text("/staff/website/faq");
  const field = (name: string) =>
    unescaped(
      new RegExp(`<textarea[^>]* name="${name}"[^>]*>\\n?([\\s\\S]*?)</textarea>`).exec(
        html,
      )?.[1] ?? "",
    );
  const en = field("en").replace(/"title": "[^"]*"/, '"title": "Asked by many"');
  t.not(en, field("en"));
  const posted = await browser.post("/staff/website/faq", {
    facts: field("facts"),
    en,
    sw: field("sw"),
    version: "0",
    action: "publish",
  });
  t.equal(posted.status, 303);
  const shows = async (url: string) =>
    (await (await fetch(`${url}/faq`)).text()).includes("Asked by many");
  t.ok(await shows(one.url), "at once where it was published");
  await until(() => shows(two.url));
  t.pass("and on the other instance");
  const three = await start("three");
  t.ok(await shows(three.url), "an instance that starts later shows it from its first page on");
});
