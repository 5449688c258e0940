import type { DataFor } from "../bff/bff-data.ts";

/** What a route needs to build a response out of the site's data. */
export interface DataRouteDeps {
  dataFor: DataFor;
  /** The origin of every absolute URL. No trailing slash. */
  publicOrigin: string;
  /** The clock, milliseconds. */
  now: () => number;
}
