import { once } from "node:events";
import { readFileSync } from "node:fs";

// Started by dev.ts before it is needed: loads the packages, half of the time of a start, and the site when told to.

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
// One after the other: Node refuses a package that is required by one while another imports it.
for (const name of Object.keys(dependencies)) await import(name).catch(() => {});

const [message] = await Promise.race([
  once(process, "message"),
  once(process, "disconnect").then(() => ["stop"]),
]);
if (message !== "start") process.exit();
process.disconnect();
await import("./main.ts");
