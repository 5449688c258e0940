import { Transform } from "node:stream";
import { inspect } from "node:util";
import { Parser } from "tap-parser";

/**
 * Reads TAP, prints a line for each test file, what failed in full, and closes with
 * "N passed, N failed" (assertions).
 */
// biome-ignore lint/style/noDefaultExport: the test runner takes the default export
export default class Reporter extends Transform {
  #parser = new Parser({ passes: true });
  #passed = 0;
  #failed = 0;

  constructor() {
    super({ decodeStrings: false });
    this.#parser.on("child", (child) => this.#watch(child, []));
    this.#parser.on("assert", (result) => {
      this.push(`${result.ok ? "ok  " : "FAIL"} ${result.name}${tookOf(result)}\n`);
      if (!result.ok && result.diag?.exitCode !== undefined) this.#print(result, []);
    });
    this.#parser.on("bailout", (reason) => this.push(`bailed out: ${reason}\n`));
  }

  /** Counts the assertions of a nested test that are not themselves tests. */
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
    this.push(`\n${this.#passed} passed, ${this.#failed} failed\n`);
    done();
  }
}

function tookOf(result) {
  return result.time === null || result.time === undefined
    ? ""
    : ` (${Math.round(result.time)} ms)`;
}
