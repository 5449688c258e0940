import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { createBuiltSide } from "../../../server/pages/built-renderer.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startFront } from "../../setup/site/front.ts";
import { startSite } from "../../setup/site/site.ts";
import { openWindow } from "./page-scene.ts";

const PAGE = "client/pages/our-work/our-work.page.tsx";

/** A build in which the module of Our Work has another name; `gone` is its name in this one. */
function nextRelease(t: Test): { distDir: string; gone: string } {
  const distDir = mkdtempSync(join(tmpdir(), "release-"));
  t.teardown(() => rmSync(distDir, { recursive: true, force: true }));
  for (const part of ["client", "server"])
    cpSync(join("dist", part), join(distDir, part), { recursive: true });
  const manifest = readFileSync(join(distDir, "client/.vite/manifest.en.json"), "utf8");
  const { file: gone }: { file: string } = JSON.parse(manifest)[PAGE];
  const [before, after] = [gone.slice("assets/".length), "release.js"];
  const client = join(distDir, "client");
  renameSync(join(client, gone), join(client, "assets", after));
  for (const file of globSync("{assets/*.js,.vite/manifest.*.json}", { cwd: client })) {
    const text = readFileSync(join(client, file), "utf8");
    if (text.includes(before)) writeFileSync(join(client, file), text.replaceAll(before, after));
  }
  for (const file of globSync("assets/*.{br,gz}", { cwd: client })) rmSync(join(client, file));
  return { distDir, gone: `/${gone}` };
}

/** Two releases behind one address, the page of the first one open; `deploy` begins the second. */
async function releases(t: Test) {
  const source = await startFakeContentApi({});
  t.teardown(source.close);
  const front = await startFront(t);
  const begin = async (distDir: string) => {
    const side = await createBuiltSide(distDir);
    const site = await startSite({ contentApiUrl: source.url, side });
    t.teardown(() => site.close());
    front.leadTo(site.url);
  };
  await begin("dist");
  const { page, open } = await openWindow(t, front.url);
  await open("/faq");
  await page.evaluate(() => Object.assign(window, { isStillOpen: true }));
  const { distDir, gone } = nextRelease(t);
  return { front, page, gone, deploy: () => begin(distDir) };
}

t.test("a page whose module a newer release took away is loaded from the server", async (t) => {
  const { front, page, gone, deploy } = await releases(t);
  await deploy();
  t.equal((await fetch(front.url + gone)).status, 404);
  await page.locator("header").getByRole("link", { name: "Our Work" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Our Work" }).waitFor();
  await page.waitForFunction(() => !("isStillOpen" in window));
  await page.getByRole("heading", { level: 1, name: "Our Work" }).waitFor();
});
