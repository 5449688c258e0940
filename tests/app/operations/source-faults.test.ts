import { readFileSync } from "node:fs";
import t from "tap";
import { formatFaults, observeFaults, withFaults } from "../../setup/fault-table.ts";
import { findPromtool } from "../../setup/services/promtool.ts";

const promtool = findPromtool();
const skip = promtool === null && "promtool is missing";

t.test(
  "the operators' guide says what every instrument says of each fault",
  { skip },
  async (t) => {
    if (promtool === null) return;
    const rows = await observeFaults(promtool);
    for (const { fault, when, alerts, sources, doctor } of rows) {
      const isKnown = sources !== "usable" || alerts.length > 0 || doctor !== "";
      t.ok(isKnown, `${fault}, ${when}: somebody says so`);
      if (when === "warm") t.ok(alerts.length > 0, `${fault}: an alert fires`);
    }
    const guide = readFileSync("docs/operations.md", "utf8");
    // On a busy machine every response is slow, and a slow one times out.
    const lines = (text: string) =>
      text
        .replaceAll("SourceSlow, ", "")
        .split("\n")
        .filter((line) => /^\| (?!1\.2 s|hang)/.test(line));
    t.same(
      lines(guide),
      lines(withFaults(guide, formatFaults(rows))),
      'run "npm run ops:faults" and read the changes',
    );
  },
);
