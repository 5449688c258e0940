/** The codes of SQLite (https://www.sqlite.org/rescode.html) that say something about its file, by their names. */
const SQLITE_OUTAGES: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  7: "SQLITE_NOMEM",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  22: "SQLITE_NOLFS",
  26: "SQLITE_NOTADB",
};

/**
 * The classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) that say something about the
 * server: connection, read-only, authorisation, no such database, resources, operator (a timeout too), system, corrupt.
 */
const POSTGRES_OUTAGE = /^(?:08...|25006|28...|3D000|53...|57...|58...|XX...)$/;
const SQLSTATE = /^[\dA-Z]{5}$/;
/** PostgreSQL ends the connection with these. */
const SEVERE = ["FATAL", "PANIC"];

interface DatabaseError {
  code?: unknown;
  /** By `node:sqlite`. */
  errcode?: unknown;
  /** By PostgreSQL. */
  severity?: unknown;
}

/** Whether an error of a query means that the store does not work. A constraint or a statement is an error of the request. */
export function isOutage(error: unknown): boolean {
  const given: DatabaseError = Object(error);
  if (typeof given.errcode === "number") return (given.errcode & 0xff) in SQLITE_OUTAGES;
  const { code, severity } = given;
  if (typeof code === "string" && typeof severity === "string" && SQLSTATE.test(code))
    return SEVERE.includes(severity) || POSTGRES_OUTAGE.test(code);
  // A value that no database takes. What is left is of the file system, the network or the driver.
  return !(error instanceof TypeError || error instanceof RangeError);
}

/** What is wrong with the store. */
export interface StoreFault {
  /** In the driver's words, which may name host and user: for the log and the commands of operators. */
  message: string;
  /** The class of the fault, which anyone may read. */
  code: string;
}

export function describeFault(error: unknown): StoreFault {
  const { message, code, errcode } = Object(error) as DatabaseError & { message?: unknown };
  // The error of several addresses has a code alone.
  const text = typeof message === "string" && message !== "" ? message : "no connection";
  const found = typeof errcode === "number" ? SQLITE_OUTAGES[errcode & 0xff] : code;
  const isTimeout = /time(?:d )?out/i.test(text);
  return {
    message: code === undefined ? text : `${text} (${code})`,
    code: typeof found === "string" ? found : isTimeout ? "timeout" : "no connection",
  };
}
