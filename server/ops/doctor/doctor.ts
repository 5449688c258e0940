import { type Config, ConfigError, misspeltSettings, readConfig } from "../../config.ts";
import { checkSource } from "./check-source.ts";
import {
  checkDisk,
  checkMail,
  checkPayments,
  checkSite,
  checkStore,
  type Finding,
  failure,
  ok,
  warning,
} from "./checks.ts";

type Environment = Readonly<Record<string, string | undefined>>;

function readSettings(env: Environment): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split("\n").slice(1);
    const fix = "see server/README.md and .env.example; the site does not start with it";
    return lines.map((line) => failure("settings", line.trim(), fix));
  }
}

function checkSettings(env: Environment, config: Config): Finding[] {
  const findings = misspeltSettings(env).map(({ given, meant }) =>
    warning("settings", `${given} is ignored: no setting has this name`, `set ${meant} instead`),
  );
  const isPublic = config.PUBLIC_ORIGIN.startsWith("https:");
  const warn = (message: string, fix: string) =>
    findings.push(warning("settings", `PUBLIC_ORIGIN is https, ${message}`, fix));
  if (isPublic && config.TRUST_PROXY.length === 0)
    warn(
      "so the site is behind a proxy, and TRUST_PROXY is not set",
      "set TRUST_PROXY to the IP address of the proxy: else rate limits count all visitors as one",
    );
  if (isPublic && config.CONTENT_API_URL === undefined)
    warn(
      "and the sample content of the embedded content API is public",
      "set CONTENT_API_URL to the URL of the content API",
    );
  return findings.length > 0 ? findings : [ok("settings", "all settings are valid")];
}

/** Runs all checks; with invalid settings only that of the settings. `mustRun`: a site that does not run is a failure. */
export async function runChecks(
  env: Environment,
  now: () => number,
  { mustRun = false } = {},
): Promise<Finding[]> {
  const config = readSettings(env);
  if (Array.isArray(config)) return config;
  const disk = checkDisk(config);
  const found = await Promise.all([
    checkSource(config),
    disk.state === "failure" ? [] : checkStore(config, now),
    checkMail(config),
    checkPayments(config),
    checkSite(config, mustRun),
  ]);
  return [...checkSettings(env, config), disk, ...found.flat()];
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
