import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";

/** Something that an operator believes to be used, and that this version does not read. */
export interface Leftover {
  message: string;
  fix: string;
}

/** The stores of versions before 0.1.0. */
const FORMER_STORES = ["inbox.sqlite", "gifts.sqlite", "contacts.sqlite"];

/** The settings of versions before 0.1.0, each with what to do. */
const FORMER_SETTINGS = {
  REDIS_URL: "remove it, and set DATABASE_URL where several instances share their data",
};

/** Returns the files and settings of former versions, and a store that DATABASE_URL has put out of use. */
export function findLeftovers(env: NodeJS.ProcessEnv, config: Config): Leftover[] {
  const { DATA_DIR, DATABASE_URL } = config;
  const found: Leftover[] = Object.entries(FORMER_SETTINGS)
    .filter(([name]) => (env[name] ?? "") !== "")
    .map(([name, fix]) => ({ message: `${name} is set and no longer read`, fix }));
  for (const name of FORMER_STORES.filter((one) => existsSync(join(DATA_DIR, one))))
    found.push({
      message: `${join(DATA_DIR, name)} is the store of a former version and is not read`,
      fix: "deliver or export what is in it with that version, then delete the file (CHANGELOG.md, 0.1.0)",
    });
  const file = join(DATA_DIR, "site.sqlite");
  if (DATABASE_URL !== undefined && existsSync(file))
    found.push({
      message: `${file} is not read, because DATABASE_URL is set: what is in it is not in PostgreSQL`,
      fix: "stop the site and run npm run move, or move the file away",
    });
  return found;
}
