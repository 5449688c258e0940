import t from "tap";
import { createLogger } from "../../../server/http/logger.ts";

function logged(err: unknown): Record<string, unknown> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger("info", destination).error({ err }, "failed");
  return JSON.parse(lines[0] ?? "").err;
}

t.test("the log line of any thrown value has its type and code", async (t) => {
  const refused = Object.assign(new Error("connect ECONNREFUSED ::1:9"), { code: "ECONNREFUSED" });
  const both = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
  t.match(logged(refused), { type: "Error", message: refused.message, code: "ECONNREFUSED" });
  t.match(logged(both), { type: "AggregateError", message: refused.message, code: "ECONNREFUSED" });
  t.match(logged(new Error("outer", { cause: refused })), { cause: { code: "ECONNREFUSED" } });
  t.same(logged({ message: "no error", code: "E_X", body: "secret" }), {
    type: "Object",
    message: "no error",
    code: "E_X",
  });
  t.same(logged("text"), { type: "string" });
  t.same(logged(null), { type: "object" });
});
