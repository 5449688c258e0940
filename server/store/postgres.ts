import { PostgresDialect, type PostgresPoolClient } from "kysely";
import type { PoolClient } from "pg";

const LIMIT_MS = 2_000;

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

/** The store of several instances. `onError`: no connection could be made. */
export async function postgresDialect(url: string, onError: (error: unknown) => void) {
  const { default: pg } = await import("pg");
  // Times are bigints, and far below 2 ** 53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    statement_timeout: LIMIT_MS,
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
