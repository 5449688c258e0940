import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { resolve } from "node:path";
import t from "tap";

const seed = process.env.TEST_SHUFFLE;
/** Returns the sort key of a file: its name or, under `--shuffle`, a digest that gives each seed its own order. */
const rank = (file: string) =>
  seed === undefined
    ? file
    : createHash("sha256")
        .update(seed + file)
        .digest("hex");

/**
 * Runs test files one after the other in this process, which saves a start of Node for each. All files are imported first, then their
 * tests run; `t.teardown` at the top of a file runs only when the process ends. The reporter reads the durations.
 */
export function runFiles(...patterns: string[]): void {
  const files = globSync(patterns).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  t.before(async () => {
    if (files.length === 0) throw new Error(`no test file matches ${patterns}`);
    for (const file of files) {
      let startedAt = 0;
      t.before(() => {
        startedAt = performance.now();
      });
      await import(resolve(file));
      t.before(() => t.comment(`took ${Math.round(performance.now() - startedAt)} ms: ${file}`));
    }
  });
}
