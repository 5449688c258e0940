import t from "tap";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";

t.test("the pictures of the embedded content API are there after a restart", async (t) => {
  const dataDir = testFolder(t);
  for (const start of ["first", "second"]) {
    const site = await startSiteProcess({ DATA_DIR: dataDir, CONTENT_API_URL: "" });
    const { data } = await (await fetch(`${site.url}/bff/news?limit=1`)).json();
    const { pathname } = new URL(data[0].image.url);
    // The first start fetches no pictures, so the second finds this one at the source, not on disk.
    if (start === "second") t.equal((await fetch(site.url + pathname)).status, 200);
    await site.end();
  }
});
