import { changeCalls } from "./example-calls/changes.ts";
import { formCalls } from "./example-calls/forms.ts";
import { readCalls } from "./example-calls/reads.ts";

/** How the site is when an example is asked: well unless said. */
export type Given = "source-down" | "source-silent" | "source-nonsense" | "few-posts" | "no-token";

/** A request that the document shows with its answer. `examples.json` holds the answers, recorded. */
export interface ExampleCall {
  /** The operation's id. */
  operation: string;
  /** Unique within its operation. */
  name: string;
  summary: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  /** In place of `body`: what is not JSON, or too much. */
  rawBody?: string;
  given?: Given;
}

/** Every example, in an order they can be asked in: reading first, deleting last. */
export const exampleCalls: readonly ExampleCall[] = [...readCalls, ...formCalls, ...changeCalls];
