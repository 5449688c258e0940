import { PostgresDialect, type PostgresPoolClient } from "kysely";
import type { PoolClient } from "pg";
import { MINUTE_MS } from "../../shared/time.ts";

/** The time limit for opening a connection and for a query that a request waits for. */
export const LIMIT_MS = 2_000;
/** The time limit for a query over all rows, for which no page waits. */
export const PATIENT_LIMIT_MS = 10 * MINUTE_MS;

/** Replaces NUL, with which PostgreSQL would refuse the query. No stored text that a query could look for contains NUL. */
const storable = (value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;

/** Discards a connection after any error: its next query could wait for one that timed out, or stay read-only after a failover. */
function discardedWhenBroken(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values.map(storable));
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: (isDiscarded = false) => client.release(isBroken || isDiscarded),
  };
}

interface Options {
  /** The time limit for a query. */
  limitMs: number;
  /** Called when no connection could be made. */
  onError: (error: unknown) => void;
}

/** Opens a pool of connections to PostgreSQL, the store for several instances. */
export async function postgresDialect(url: string, { limitMs, onError }: Options) {
  const { default: pg } = await import("pg");
  // Parse bigints as numbers: times are bigints, and far below 2 ** 53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: limitMs,
    statement_timeout: limitMs,
    // The same for both kinds of query: a lock that is held for longer is an outage.
    lock_timeout: LIMIT_MS,
  });
  // A connection may end between two queries, and the next query opens another. Without listeners the process would exit.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        const connecting = pool.connect();
        connecting.catch(onError);
        return discardedWhenBroken(await connecting);
      },
      end: () => pool.end(),
    },
  });
}
