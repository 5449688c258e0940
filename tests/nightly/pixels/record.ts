// npm run visual:record: records how the pages look now, for tests/nightly/pixels.test.ts. Look at the changed files before you commit
// them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { launchOptions } from "../../setup/services/find-chromium.ts";
import { shootPages } from "./shots.ts";

const FOLDER = "tests/nightly/pixels/baselines";

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch(launchOptions());
for await (const { name, picture } of shootPages(browser))
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
await browser.close();
