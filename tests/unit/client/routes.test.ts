import { readFileSync } from "node:fs";
import { matchPath } from "react-router";
import t from "tap";

// The table is JSX to Node: its lines are read as text.
const patterns = [...readFileSync("client/routes.tsx", "utf8").matchAll(/path: "([^"]+)"/g)].map(
  ([, path = ""]) => path,
);

t.test("no two patterns match the same path, so their order does not matter", async (t) => {
  t.equal(patterns.at(-1), "*", "the last takes what no other does");
  const some = patterns.slice(0, -1);
  const matching = (path: string) => some.filter((other) => matchPath(other, path));
  t.same(
    some.map((pattern) => matching(pattern.replace(/:\w+/g, "some-thing"))),
    some.map((pattern) => [pattern]),
  );
});
