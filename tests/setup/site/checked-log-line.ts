import * as z from "zod";
import { requestLine } from "../../../server/http/request-log.ts";

/** What pino writes on every line. */
const written = requestLine.extend({
  level: z.number(),
  time: z.iso.datetime(),
  pid: z.number(),
  hostname: z.string(),
  msg: z.literal("request"),
});

/**
 * A log line as an object. One that tells of a request must be what the operators' table says, in every
 * test that starts a site: a fault here fails the test that made the line.
 */
export function checkedLine(line: string): Record<string, unknown> {
  const parsed: Record<string, unknown> = JSON.parse(line);
  if (parsed.msg === "request") {
    const read = written.safeParse(parsed);
    if (!read.success) {
      const fault = new Error(`a log line is not as its schema says: ${line}\n${read.error}`);
      // Thrown past whoever called the logger: nothing may swallow it.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }
  return parsed;
}
