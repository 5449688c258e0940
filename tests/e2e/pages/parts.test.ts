import { globSync, readFileSync } from "node:fs";
import t from "tap";
import { createDevSide } from "../../../server/pages/dev-renderer.ts";
import { startScene } from "../../setup/site/scene.ts";
import { sharedSites } from "../../setup/site/shared-sites.ts";
import { axeFaults } from "./axe.ts";
import { openWindow } from "./page-scene.ts";

t.test(
  "in development /parts shows the same parts in light and in dark; axe finds nothing",
  async (t) => {
    const { site } = await startScene(t, { side: createDevSide() });
    const { page, output } = await openWindow(t, site.url, { colorScheme: null });
    await page.goto(`${site.url}/parts`);
    const columns = [];
    for (const scheme of ["light", "dark"]) {
      const column = page.frameLocator(`iframe[title="Parts in ${scheme}"]`);
      await column.getByRole("heading", { name: "Table" }).waitFor();
      const headings = await column.getByRole("heading", { level: 2 }).allTextContents();
      const ground = await column
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
      columns.push({ headings, ground });
    }
    const [light, dark] = columns;
    t.ok(
      ["Colours", "Type", "Fields and choices", "Cards"].every((name) =>
        light?.headings.includes(name),
      ),
    );
    t.same(light?.headings, dark?.headings);
    t.same([light?.ground, dark?.ground], ["rgb(255, 255, 255)", "rgb(13, 31, 42)"]);
    t.same(
      output.filter((text) => !text.includes("[vite]") && !text.includes("React DevTools")),
      [],
    );
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${site.url}/parts?column`);
      await page.getByRole("heading", { name: "Table" }).waitFor();
      t.same(await axeFaults(page), [], `axe, ${colorScheme}`);
    }
  },
);

t.test("no build has /parts", async (t) => {
  const { empty } = await sharedSites();
  t.equal((await fetch(`${empty.url}/parts`)).status, 404);
  t.notMatch(await (await fetch(`${empty.url}/sitemap.xml`)).text(), "/parts");
  const traces = globSync("dist/**/*.{js,css,html,json}").filter((file) =>
    /entry-parts|parts-page|Parts of the pages/.test(readFileSync(file, "utf8")),
  );
  t.same(traces, []);
});
