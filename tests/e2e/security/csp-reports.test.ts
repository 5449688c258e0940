import type { Route } from "playwright-core";
import t from "tap";
import { watchedBrowser } from "../../setup/hostile/hostile-watch.ts";
import { startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

t.test("a browser tells what the policy blocked, the log has a line of each kind", async (t) => {
  const { site } = await startScene(t);
  const lines = () => site.logs.filter(({ msg }) => msg === "content security policy violated");
  const { browser } = await watchedBrowser();
  const page = await browser.newPage();
  t.teardown(() => page.close());
  // As a browser reads it that has no Reporting API: Chromium's own is silent without a public certificate.
  const withoutReportTo = async (route: Route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"] ?? "";
    const headers = {
      ...response.headers(),
      "content-security-policy": policy.replace("; report-to csp", ""),
    };
    await route.fulfill({ response, headers });
  };
  await page.route("**/blog/*", withoutReportTo, { times: 1 });
  await page.goto(`${site.url}/blog/girls-on-the-pitch?private=words`);
  await page.evaluate(() => {
    const frame = document.createElement("iframe");
    frame.src = "https://tracker.example/pixel?who=asha";
    document.body.append(frame);
    return fetch("https://other.example/?who=asha").catch(() => null);
  });
  await until(() => lines().length >= 2);
  const reported = [
    { directive: "connect-src", blocked: "https://other.example", route: "/blog/*" },
    { directive: "frame-src", blocked: "https://tracker.example", route: "/blog/*" },
  ];
  const found = lines().map(({ csp }) => JSON.stringify(csp));
  t.same(found.sort(), reported.map((one) => JSON.stringify(one)).sort());
  t.notMatch(JSON.stringify(site.logs), /asha|private=words/);
});
