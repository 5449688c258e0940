/**
 * Runs Mozilla's HTTP Observatory against a site on loopback and prints its verdict as JSON. In a
 * process of its own, since it must trust the test's certificate (`NODE_EXTRA_CA_CERTS`). The package's
 * `scan` takes no ports, so its parts are put together here as `scan` does.
 *
 * node tests/nightly/observatory/scan.mjs <http port> <https port> <path>
 */
import fs from "node:fs";

// The list of preloaded hosts is fetched by an install script, and none is run here. Nobody has preloaded localhost.
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

let [full, uncurved] = [100, 100];
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
