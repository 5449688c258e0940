import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { findUnpacked } from "./apt.ts";

const RULES = resolve("server/ops/alerts.yaml");

/** Returns the path of promtool on this machine; null when it is missing. `PROMTOOL_PATH` takes precedence. */
export function findPromtool(): string | null {
  const named = process.env.PROMTOOL_PATH;
  if (named) return existsSync(named) ? named : null;
  return findUnpacked("prometheus", "promtool");
}

interface Rules {
  groups: {
    rules: { alert: string; expr: string; for?: string; annotations: Record<string, string> }[];
  }[];
}

/** Reads the site's alert rules. */
export function readRules(): Rules["groups"][number]["rules"] {
  const { groups }: Rules = parse(readFileSync(RULES, "utf8"));
  return groups.flatMap(({ rules }) => rules);
}

/** A Prometheus series with its values from minute 0 on, in promtool's notation (`0+1x60`). */
export interface Series {
  series: string;
  values: string;
}

export interface AlertCase {
  name: string;
  series: readonly Series[];
  /** The minute at which the rules are evaluated. */
  atMinute: number;
}

/** Returns the names of the alerts that fire in each case, according to promtool itself. @throws when promtool cannot read the rules */
export function firingAlerts(promtool: string, cases: readonly AlertCase[]): Map<string, string[]> {
  const dir = mkdtempSync(join(tmpdir(), "alerts-"));
  const names = readRules().map(({ alert }) => alert);
  const file = join(dir, "cases.yaml");
  const tests = cases.map(({ name, series, atMinute }) => ({
    name,
    interval: "1m",
    input_series: series,
    // No alert is expected, so promtool reports every alert that fires.
    alert_rule_test: names.map((alertname) => ({ eval_time: `${atMinute}m`, alertname })),
  }));
  writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: "5m", tests }));
  const { stdout, stderr } = spawnSync(promtool, ["test", "rules", file], { encoding: "utf8" });
  rmSync(dir, { recursive: true });
  const output = `${stdout}${stderr}`;
  if (!/SUCCESS|FAILED/.test(output)) throw new Error(output);
  const fired = new Map(cases.map(({ name }) => [name, [] as string[]]));
  for (const [, name = "", alert = ""] of output.matchAll(
    /name: (.*),\n\s*alertname: (\w+), time/g,
  ))
    fired.get(name)?.push(alert);
  return fired;
}

/** @throws with promtool's message when the rules are invalid */
export function checkRules(promtool: string): void {
  execFileSync(promtool, ["check", "rules", RULES], { stdio: "pipe" });
}
