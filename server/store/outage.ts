/** The result codes of SQLite (https://www.sqlite.org/rescode.html) that point to its file rather than to a statement. */
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
 * The SQLSTATE classes that point to the server rather than to a statement: connection, read-only, authorisation, no such
 * database, resources, operator (a timeout too), system, corrupt
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). Examples: `08006`, `57P01`.
 */
const POSTGRES_OUTAGE = /^(?:08...|25006|28...|3D000|53...|57...|58...|XX...)$/;
const SQLSTATE = /^[\dA-Z]{5}$/;
/** The severities with which PostgreSQL ends the connection. */
const SEVERE = ["FATAL", "PANIC"];

interface DatabaseError {
  code?: unknown;
  /** The result code, set by `node:sqlite`. */
  errcode?: unknown;
  /** The severity, set by PostgreSQL. */
  severity?: unknown;
}

/** Tells whether an error of a query means that the store is down. A violated constraint, say, is an error of the request. */
export function isOutage(error: unknown): boolean {
  const given: DatabaseError = Object(error);
  if (typeof given.errcode === "number") return (given.errcode & 0xff) in SQLITE_OUTAGES;
  const { code, severity } = given;
  if (typeof code === "string" && typeof severity === "string" && SQLSTATE.test(code))
    return SEVERE.includes(severity) || POSTGRES_OUTAGE.test(code);
  // These two mean a value that no database accepts. All other errors come from the file system, the network or the driver.
  return !(error instanceof TypeError || error instanceof RangeError);
}

/** The reason why the store is down. */
export interface StoreFault {
  /** The driver's message, for the log and the operators' commands. The message may name host and user. */
  message: string;
  /** The class of the fault, which is safe to publish. */
  code: string;
}

export function describeFault(error: unknown): StoreFault {
  const { message, code, errcode } = Object(error) as DatabaseError & { message?: unknown };
  // When a host has several addresses and none responds, the error has only a code.
  const text = typeof message === "string" && message !== "" ? message : "no connection";
  const found = typeof errcode === "number" ? SQLITE_OUTAGES[errcode & 0xff] : code;
  const guess = /time(?:d )?out/i.test(text) ? "timeout" : "no connection";
  return {
    message: code === undefined ? text : `${text} (${code})`,
    code: typeof found === "string" ? found : guess,
  };
}
