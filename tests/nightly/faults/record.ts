// npm run ops:faults: plants each fault of the source and writes what every instrument says into the operators' guide.
import { readFileSync, writeFileSync } from "node:fs";
import { findPromtool } from "../../setup/services/promtool.ts";
import { formatFaults, observeFaults, withFaults } from "./fault-table.ts";

const GUIDE = "docs/operations.md";
const promtool = findPromtool();
if (promtool === null)
  throw new Error("promtool is missing: run npm test once, or set PROMTOOL_PATH");
const table = formatFaults(await observeFaults(promtool));
writeFileSync(GUIDE, withFaults(readFileSync(GUIDE, "utf8"), table));
