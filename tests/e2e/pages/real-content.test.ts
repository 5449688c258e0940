import t from "tap";
import { inEnglish, onePerTemplate } from "../../setup/site/every-page.ts";
import { every } from "../../setup/whole.ts";
import { axeFaults } from "./axe.ts";
import { content, pageScene } from "./page-scene.ts";

// With `app/pages/real-content.test.ts` the only test that reads `content/`, which editors change freely.

t.test(
  "axe finds nothing on the pages of the content, and all of their pictures come",
  async (t) => {
    const { page, url, open } = await pageScene(t, {
      content,
      env: { CONTENT_DIR: "content", HEAD_START_MS: "1000" },
      viewport: { width: 375, height: 800 },
      bypassCSP: true,
    });
    const map = await (await fetch(url("/sitemap.xml"))).text();
    const addresses = [...map.matchAll(/<loc>https?:\/\/[^/]*([^<]*)<\/loc>/g)].map(
      ([, path = ""]) => path || "/",
    );
    const lost: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) lost.push(`${response.url()}: ${response.status()}`);
    });
    for (const address of every(2, onePerTemplate(inEnglish(addresses)))) {
      await open(address);
      t.same(await axeFaults(page), [], address);
    }
    t.same(lost, []);
  },
);
