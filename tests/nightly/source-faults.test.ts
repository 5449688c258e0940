import { readFileSync } from "node:fs";
import t from "tap";
import { findPromtool } from "../setup/services/promtool.ts";
import { formatFaults, observeFaults, withFaults } from "./faults/fault-table.ts";

const promtool = findPromtool();
const skip = promtool === null && "promtool is missing";

t.test(
  "the operators' guide says what every instrument says of each fault",
  { skip },
  async (t) => {
    if (promtool === null) return;
    const rows = await observeFaults(promtool);
    const unheard = rows.filter(({ when, alerts, sources, doctor }) =>
      when === "warm" ? alerts.length === 0 : sources === "usable" && doctor === "",
    );
    t.same(unheard, [], "somebody says so, and an alert fires where there was data");
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
