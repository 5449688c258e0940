import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { launchBrowser } from "../setup/services/browser.ts";
import { compare } from "./pixels/compare.ts";
import { shootPages } from "./pixels/shots.ts";

const FOLDER = "tests/nightly/pixels/baselines";
/** Generous limits: an added sentence is no fault, but a lost stylesheet or a moved column is. */
const MOST_HEIGHT = 0.08;
const MOST_PIXELS = 0.06;

t.test("pages look as they did", async (t) => {
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const seen = join(".tap", "pixels");
  mkdirSync(seen, { recursive: true });
  const wrong: string[] = [];
  for await (const { name, picture } of shootPages(browser)) {
    const { height, pixels } = await compare(readFileSync(join(FOLDER, `${name}.webp`)), picture);
    if (height < MOST_HEIGHT && pixels < MOST_PIXELS) continue;
    writeFileSync(join(seen, `${name}.webp`), picture);
    const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
    wrong.push(`${name}: height ${percent(height)}, pixels ${percent(pixels)}`);
  }
  t.same(wrong, [], `see ${seen}; if it is meant: npm run visual:record`);
});
