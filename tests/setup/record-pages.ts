// npm run visual:record: how the pages look now, for tests/e2e/pages/visual.test.ts. Look at the changed files before
// committing them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser } from "./services/browser.ts";
import { shootPages } from "./visual/shots.ts";

const FOLDER = "tests/fixtures/visual";

mkdirSync(FOLDER, { recursive: true });
const browser = await launchBrowser();
for await (const { name, picture } of shootPages(browser))
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
await browser.close();
