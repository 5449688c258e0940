import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const script = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const RUN = `axe
  .run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => [id, nodes[0].target, nodes[0].failureSummary].join(" ")))`;

/** Returns what axe finds at the top of the page, once the fade-ins have ended. Further down, the header covers the text below it. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
    for (const animation of document.getAnimations()) animation.cancel();
  });
  await page.evaluate(script);
  const faults = await page.evaluate<string[]>(RUN);
  await page.emulateMedia({ reducedMotion: null });
  return faults;
}
