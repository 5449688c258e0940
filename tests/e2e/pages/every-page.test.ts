import { readFileSync } from "node:fs";
import t from "tap";
import { inEnglish, onePerTemplate } from "../../setup/site/every-page.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { browser, place } from "./every-page-scene.ts";

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [375, 1280]) {
    t.test(`axe finds nothing at ${width} px, ${colorScheme}`, async (t) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
        bypassCSP: true,
      });
      const page = await context.newPage();
      for (const address of onePerTemplate(inEnglish(place.addresses))) {
        await page.goto(place.site.url + address, { waitUntil: "load" });
        await page.evaluate(axe);
        const violations = await page.evaluate<Violation[]>(
          "axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)",
        );
        const output = violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.slice(0, 2).map((node) => node.target.join(" "))} ${nodes[0]?.failureSummary?.slice(0, 160) ?? ""}`,
        );
        t.same(output, [], address);
      }
      await context.close();
    });
  }
}

for (const javaScriptEnabled of [true, false])
  t.test(`no page asks another host, scripts ${javaScriptEnabled ? "on" : "off"}`, async (t) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const strangers: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith("data:") && !url.startsWith(place.site.url)) strangers.push(url);
    });
    for (const address of onePerTemplate(place.addresses)) {
      await page.goto(place.site.url + address, { waitUntil: "load" });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      t.same(strangers, [], address);
    }
    await context.close();
  });

t.test(
  "every page is silent, moves nothing, and needs no sideways scrolling at 320 px",
  async (t) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const output: string[] = [];
    page.on("console", (message) => output.push(message.text()));
    page.on("pageerror", (error) => output.push(error.message));
    await recordShifts(page);
    for (const address of onePerTemplate(place.addresses)) {
      output.length = 0;
      await page.goto(place.site.url + address, { waitUntil: "networkidle" });
      const isMissing = address === "/no/such/page";
      t.same(
        output.filter((text) => !(isMissing && text.includes("404"))),
        [],
        `${address} is silent`,
      );
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      t.ok(wide <= 320, `${address} is ${wide} px wide`);
      t.same(await shiftsOf(page), [], `${address} moves nothing`);
    }
    await context.close();
  },
);
