import { type Config, ConfigError, readConfig } from "../config.ts";
import { checkBuild, checkFolder, checkNode } from "./check-machine.ts";
import { checkCollector, checkPort, checkSource } from "./check-network.ts";
import { checkInbox, checkRedis } from "./check-stores.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the built site. */
  dist: string;
  /** The clock, milliseconds. */
  now: () => number;
}

function readSettings(env: Surroundings["env"]): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (problem) {
    if (!(problem instanceof ConfigError)) throw problem;
    const lines = problem.message.split("\n").slice(1);
    const mend =
      "see the table in server/README.md and .env.example; the site does not start with it";
    return lines.map((line) => fault("settings", line.trim(), mend));
  }
}

function checkSettings({ PUBLIC_ORIGIN, TRUST_PROXY }: Config): Finding {
  const isBehindProxy = PUBLIC_ORIGIN.startsWith("https:");
  if (!isBehindProxy || TRUST_PROXY.length > 0) return ok("settings", "every setting can be used");
  return warning(
    "settings",
    "PUBLIC_ORIGIN is https, so a proxy stands before the site, and TRUST_PROXY is not set",
    "set TRUST_PROXY to the proxy's address: else limits on posts count all visitors as one",
  );
}

/** Looks at all the site needs. With settings that cannot be used it looks at what does not hang on them. */
export async function examine({ env, dist, now }: Surroundings): Promise<Finding[]> {
  const config = readSettings(env);
  const machine = [checkNode(process.version)];
  if (Array.isArray(config)) return [...machine, ...config, ...checkBuild(dist, now())];
  const { HOST: host, PORT: port, METRICS_PORT: metricsPort } = config;
  const [ports, source, redis, traces] = await Promise.all([
    Promise.all([
      checkPort("PORT", { host, port }),
      ...(metricsPort === undefined
        ? []
        : [checkPort("METRICS_PORT", { host, port: metricsPort })]),
    ]),
    checkSource(config.CONTENT_API_URL, now),
    checkRedis(config.REDIS_URL),
    checkCollector(config.OTEL_EXPORTER_OTLP_ENDPOINT),
  ]);
  const folder = checkFolder(config.DATA_DIR);
  const inbox = folder.state === "fault" ? [] : await checkInbox(config, now);
  return [
    ...[...machine, checkSettings(config), ...checkBuild(dist, now()), folder],
    ...[...ports, ...source, ...inbox, ...redis, ...traces],
  ];
}

const MARKS = { ok: "ok     ", warning: "warning", fault: "FAULT  " } as const;

/** The findings for a reader, a line each, and what to do below those that are not well. */
export function printFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, state, says, mend }) => [
    `${MARKS[state]}  ${check.padEnd(8)}  ${says}`,
    ...(mend === undefined ? [] : [`                   -> ${mend}`]),
  ]);
  const count = (wanted: Finding["state"]) => {
    const found = findings.filter(({ state }) => state === wanted).length;
    return `${found} ${wanted}${found === 1 ? "" : "s"}`;
  };
  return `${lines.join("\n")}\n\n${count("fault")}, ${count("warning")}\n`;
}
