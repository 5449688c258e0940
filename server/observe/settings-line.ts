import type { Config } from "../config.ts";

/** An address without its user, its password and its query. */
function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

const SECRETS = ["EVENTS_WRITE_TOKEN"] as const satisfies (keyof Config)[];
const ADDRESSES = ["REDIS_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const satisfies (keyof Config)[];

/** The settings as they count, for the log: of a secret only whether it is set. */
export function printSettings(config: Config): Record<string, unknown> {
  const printed: Record<string, unknown> = { ...config };
  for (const name of SECRETS) if (config[name] !== undefined) printed[name] = "(set)";
  for (const name of ADDRESSES) {
    const address = config[name];
    if (address !== undefined) printed[name] = withoutSecrets(address);
  }
  return printed;
}
