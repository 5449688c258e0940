import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { launchBrowser } from "../setup/services/browser.ts";
import { compare } from "./pixels/compare.ts";
import { shootPages } from "./pixels/shots.ts";

const FOLDER = "tests/nightly/pixels/baselines";
/** Generous: a sentence more is no fault, a lost stylesheet or a moved column is. */
const MOST_HEIGHT = 0.08;
const MOST_PIXELS = 0.06;

t.test("pages look as they did", async (t) => {
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  for await (const { name, picture } of shootPages(browser)) {
    const before = readFileSync(join(FOLDER, `${name}.webp`));
    const { height, pixels } = await compare(before, picture);
    const looksEqual = height < MOST_HEIGHT && pixels < MOST_PIXELS;
    const said = `${name}: height ${(height * 100).toFixed(1)} %, pixels ${(pixels * 100).toFixed(1)} %`;
    t.ok(looksEqual, said);
    if (looksEqual) continue;
    const dir = join(".tap", "visual");
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `${name}.webp`), picture);
    t.comment(`see ${dir}/${name}.webp; if it is meant: npm run visual:record`);
  }
});
