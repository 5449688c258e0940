import { type Config, ConfigError, misspeltSettings, readConfig } from "../config.ts";
import { checkCollector } from "./check-collector.ts";
import { checkBuild, checkFolder, checkNode } from "./check-machine.ts";
import { checkPayments } from "./check-payments.ts";
import { checkPort } from "./check-ports.ts";
import { checkSource } from "./check-source.ts";
import { checkStore } from "./check-store.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

interface Environment {
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the built site. */
  dist: string;
  /** The clock, milliseconds. */
  now: () => number;
}

function readSettings(env: Environment["env"]): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split("\n").slice(1);
    const fix = "see server/README.md and .env.example; the site does not start with it";
    return lines.map((line) => failure("settings", line.trim(), fix));
  }
}

function checkSettings(env: Environment["env"], config: Config): Finding[] {
  const findings = misspeltSettings(env).map(({ given, meant }) =>
    warning("settings", `${given} is ignored: no setting has this name`, `set ${meant} instead`),
  );
  const isPublic = config.PUBLIC_ORIGIN.startsWith("https:");
  if (isPublic && config.TRUST_PROXY.length === 0)
    findings.push(
      warning(
        "settings",
        "PUBLIC_ORIGIN is https, so the site is behind a proxy, and TRUST_PROXY is not set",
        "set TRUST_PROXY to the IP address of the proxy: else rate limits count all visitors as one",
      ),
    );
  if (isPublic && config.CONTENT_API_URL === undefined)
    findings.push(
      warning(
        "settings",
        "PUBLIC_ORIGIN is https, and the sample content of the embedded content API is public",
        "set CONTENT_API_URL to the URL of the content API",
      ),
    );
  return findings.length > 0 ? findings : [ok("settings", "all settings are valid")];
}

function checkPorts({ HOST: host, PORT, METRICS_PORT }: Config): Promise<Finding[]> {
  const checks = [checkPort("PORT", { host, port: PORT })];
  if (METRICS_PORT !== undefined)
    checks.push(checkPort("METRICS_PORT", { host, port: METRICS_PORT }));
  return Promise.all(checks);
}

/** Runs all checks; with invalid settings only those that need none. */
export async function runChecks({ env, dist, now }: Environment): Promise<Finding[]> {
  const config = readSettings(env);
  const node = checkNode(process.version);
  const build = checkBuild(dist, now());
  if (Array.isArray(config)) return [node, ...config, ...build];
  const [ports, source, traces, payments] = await Promise.all([
    checkPorts(config),
    checkSource(config, now),
    checkCollector(config.OTEL_EXPORTER_OTLP_ENDPOINT),
    checkPayments(config),
  ]);
  const folder = checkFolder(config.DATA_DIR);
  const store = await checkStore(config, now);
  return [
    ...[node, ...checkSettings(env, config), ...build, folder],
    ...[...source, ...store, ...traces, ...payments, ...ports],
  ];
}

const MARKS = { ok: "ok     ", warning: "warning", failure: "FAILURE" } as const;

/** One line for each finding, and one for its fix. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, message, fix }) => [
    `${MARKS[state]}  ${check.padEnd(8)}  ${message}`,
    ...(fix === undefined ? [] : [`                   -> ${fix}`]),
  ]);
  const count = (wanted: Finding["state"]) => {
    const found = findings.filter(({ state }) => state === wanted).length;
    return `${found} ${wanted}${found === 1 ? "" : "s"}`;
  };
  return `${lines.join("\n")}\n\n${count("failure")}, ${count("warning")}\n`;
}

/** The findings as JSON, under the names that programs already read. */
export function serialiseFindings(findings: readonly Finding[]): string {
  const ok = findings.every(({ state }) => state !== "failure");
  const serialised = findings.map(({ check, state, message, fix }) => ({
    check,
    state: state === "failure" ? "fault" : state,
    says: message,
    mend: fix,
  }));
  return `${JSON.stringify({ ok, findings: serialised })}\n`;
}
