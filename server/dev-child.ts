import { once } from "node:events";
import { readFileSync } from "node:fs";

// Started by dev.ts before it is needed: loads the packages, half of the time of a start, and the site when told to.

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
// Those without a module of their own, such as fonts, are rejected.
await Promise.allSettled(Object.keys(dependencies).map((name) => import(name)));

const [message] = await Promise.race([
  once(process, "message"),
  once(process, "disconnect").then(() => ["stop"]),
]);
if (message !== "start") process.exit();
process.disconnect();
await import("./main.ts");
