import { PostgresDialect, type PostgresPoolClient } from "kysely";
import type { PoolClient } from "pg";
import { MINUTE_MS } from "../../shared/time.ts";

/** For a query of a request, and for a connection. */
export const LIMIT_MS = 2_000;
/** For a query over all rows, which nobody's page waits for. */
export const PATIENT_LIMIT_MS = 10 * MINUTE_MS;

/** PostgreSQL has no NUL in its texts, and would refuse the query; nothing that is searched for has one. */
const storable = (value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;

/** Discarded after any error: the next query would wait for one that timed out, or a session stay read-only after a failover. */
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
  /** How long a query may take. */
  limitMs: number;
  /** Called when no connection could be made. */
  onError: (error: unknown) => void;
}

/** The store of several instances. */
export async function postgresDialect(url: string, { limitMs, onError }: Options) {
  const { default: pg } = await import("pg");
  // Times are bigints, and far below 2 ** 53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: limitMs,
    statement_timeout: limitMs,
    // Whatever the query: a lock that somebody holds is an outage.
    lock_timeout: LIMIT_MS,
  });
  // Of a connection that ends between two queries: the next one opens another. Without listeners the process would end.
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
