/**
 * Runs Mozilla's HTTP Observatory against a loopback site and prints the verdict as JSON. This is a separate process, because
 * it must trust the test's certificate (`NODE_EXTRA_CA_CERTS`). The package's `scan` accepts no ports, so this program combines
 * the parts of `scan` itself.
 *
 * node tests/nightly/observatory/scan.mjs <http port> <https port> <path>
 */
import fs from "node:fs";

// An install script would fetch the list of preloaded hosts, and we run none. Nobody has preloaded localhost.
const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) =>
  String(path).endsWith("hsts-preload.json") ? "{}" : readFileSync(path, ...rest);

const { retrieve } = await import("@mdn/mdn-http-observatory/src/retriever/retriever.js");
const { ALL_TESTS } = await import("@mdn/mdn-http-observatory/src/constants.js");
const { getGradeForScore, getScoreModifier } = await import(
  "@mdn/mdn-http-observatory/src/grader/grader.js"
);
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await import(
  "@mdn/mdn-http-observatory/src/grader/charts.js"
);

const [httpPort, httpsPort, path] = process.argv.slice(2);
const requests = await retrieve("localhost", { httpPort, httpsPort, path });
const results = ALL_TESTS.map((test) => test(requests));

let full = 100;
let uncurved = 100;
const tests = {};
for (const outcome of results) {
  const { result, pass } = outcome;
  const modifier = getScoreModifier(result);
  full += modifier;
  if (modifier < 0) uncurved += modifier;
  tests[outcome.constructor.name] = { result, pass, modifier };
}
const score = uncurved >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? full : uncurved;
const { status } = requests.responses.auto ?? {};
process.stdout.write(JSON.stringify({ status, ...getGradeForScore(score), tests }));
