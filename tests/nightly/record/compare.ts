import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Longer changes are cut: the recordings hold them in full. */
const MOST_LINES = 14;
const LONGEST_LINE = 240;

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Changed places of two files, with a line of context each. */
function changesOf(before: string, after: string): string[] {
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--no-color", "-U1", before, after], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout.split(/^@@ .*$/m).slice(1);
}

function shown(change: string): string[] {
  const lines = change.split("\n").filter((line) => line.trim() !== "");
  const cut = lines.slice(0, MOST_LINES).map((line) => `    ${line.slice(0, LONGEST_LINE)}`);
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...cut, `    (${more} lines more)`] : cut;
}

const changedOnly = (change: string) =>
  change
    .split("\n")
    .filter((line) => /^[+-]/.test(line))
    .join("\n");

/** What differs between two recordings, as lines; a change that many URLs share is shown once and numbered. */
export function compareRecordings(
  before: string,
  after: string,
): { lines: string[]; urls: number } {
  const lines: string[] = [];
  const numbers = new Map<string, number>();
  let urls = 0;
  for (const file of [...new Set([...filesOf(before), ...filesOf(after)])].sort()) {
    const [old, now] = [join(before, file), join(after, file)];
    const isInBoth = existsSync(old) && existsSync(now);
    if (isInBoth && readFileSync(old).equals(readFileSync(now))) continue;
    urls += 1;
    const [title = ""] = readFileSync(existsSync(old) ? old : now, "utf8").split("\n", 1);
    lines.push("", `${title}  (${file})`);
    if (!isInBoth) {
      lines.push(`  only in ${existsSync(old) ? before : after}`);
      continue;
    }
    for (const change of changesOf(old, now)) {
      const key = changedOnly(change);
      const number = numbers.get(key);
      if (number !== undefined) {
        lines.push(`  the same as change ${number}`);
        continue;
      }
      numbers.set(key, numbers.size + 1);
      lines.push(`  change ${numbers.size}:`, ...shown(change));
    }
  }
  return { lines, urls };
}
