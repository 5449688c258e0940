import * as z from "zod";
import { requestLine } from "../../../server/http/request-log.ts";

/** A request's log line, with the fields that pino adds to every line. */
const written = requestLine.extend({
  level: z.number(),
  time: z.iso.datetime(),
  pid: z.number(),
  hostname: z.string(),
  msg: z.literal("request"),
});

/**
 * Parses a log line. In every test that starts a site, the line of a request must match the operators' table; a mismatch fails the test
 * that produced the line.
 */
export function checkedLine(line: string): Record<string, unknown> {
  const parsed: Record<string, unknown> = JSON.parse(line);
  if (parsed.msg === "request") {
    const read = written.safeParse(parsed);
    if (!read.success) {
      const fault = new Error(`a log line is not as its schema says: ${line}\n${read.error}`);
      // Thrown outside the logger's call stack, so that no caller can swallow the error.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }
  return parsed;
}
