import { globSync, readFileSync } from "node:fs";
import t from "tap";

t.test("every page file has a route, and every route has its file", async (t) => {
  const table = readFileSync("client/routes.tsx", "utf8");
  const named = [...table.matchAll(/\bfile: "([^"]+)"/g)].map(([, file]) => file);
  const files = globSync("**/*.{page,server-page}.tsx", { cwd: "client/pages" });
  t.same([...new Set(named)].sort(), files.sort());
});
