import { Transform } from "node:stream";
import { inspect } from "node:util";
import { Parser } from "tap-parser";

const SLOWEST = 10;

/**
 * Reads TAP and prints a line for each test process, every failure in full, the slowest test files, and at the end "N passed, N failed"
 * (assertions).
 */
// biome-ignore lint/style/noDefaultExport: the test runner takes the default export
export default class Reporter extends Transform {
  #parser = new Parser({ passes: true });
  #passed = 0;
  #failed = 0;
  /** Milliseconds by file. */
  #took = new Map();

  constructor() {
    super({ decodeStrings: false });
    this.#parser.on("child", (child) => {
      this.#watch(child, []);
      child.on("comment", (comment) => this.#readTime(comment));
    });
    this.#parser.on("assert", (result) => {
      this.push(`${result.ok ? "ok  " : "FAIL"} ${result.name}${tookOf(result)}\n`);
      if (result.name.endsWith(".test.ts")) this.#took.set(result.name, result.time ?? 0);
      if (!result.ok && result.diag?.exitCode !== undefined) this.#print(result, []);
    });
    this.#parser.on("bailout", (reason) => this.push(`bailed out: ${reason}\n`));
  }

  /** Counts the assertions of a nested test, except those that stand for a test themselves. */
  #watch(parser, path) {
    const here = [...path, parser.name];
    let nested = null;
    parser.on("child", (child) => {
      nested = child.name;
      this.#watch(child, here);
    });
    parser.on("assert", (result) => {
      const isTest = nested !== null && result.name === nested;
      nested = null;
      if (isTest) return;
      if (result.ok) this.#passed += 1;
      else {
        this.#failed += 1;
        this.#print(result, here);
      }
    });
  }

  /** Reads the duration of a file from the comment that its suite prints (setup/suite.ts). */
  #readTime(comment) {
    const [, ms, file] = /^# took (\d+) ms: (.+)$/m.exec(comment) ?? [];
    if (file) this.#took.set(file, Number(ms));
  }

  #print(result, path) {
    this.push(`  not ok: ${[...path, result.name].filter(Boolean).join(" > ")}\n`);
    if (result.diag) this.push(`${inspect(result.diag, { depth: 6, breakLength: 100 })}\n`);
  }

  _transform(chunk, _encoding, done) {
    this.#parser.write(String(chunk));
    done();
  }

  _flush(done) {
    this.#parser.end();
    this.#parser.once("complete", () => {});
    if (!this.#parser.ok && this.#failed === 0) this.#failed = 1;
    const slowest = [...this.#took].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
    this.push("\nThe slowest files:\n");
    for (const [file, ms] of slowest)
      this.push(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}\n`);
    this.push(`\n${this.#passed} passed, ${this.#failed} failed\n`);
    done();
  }
}

function tookOf(result) {
  return result.time === null || result.time === undefined
    ? ""
    : ` (${Math.round(result.time)} ms)`;
}
