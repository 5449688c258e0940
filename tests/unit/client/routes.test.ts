import { readFileSync } from "node:fs";
import { matchPath } from "react-router";
import t from "tap";

// The table is JSX to Node: its lines are read as text.
const patterns = [...readFileSync("client/routes.tsx", "utf8").matchAll(/path: "([^"]+)"/g)].map(
  ([, path = ""]) => path,
);

t.test("no two patterns match the same path, so their order does not matter", async (t) => {
  t.ok(patterns.length > 30, "the table was read");
  t.equal(patterns.at(-1), "*", "the last takes what no other does");
  const some = patterns.slice(0, -1);
  for (const pattern of some) {
    const path = pattern.replace(/:\w+/g, "some-thing");
    t.same(
      some.filter((other) => matchPath(other, path)),
      [pattern],
      path,
    );
  }
});
