/** The state of the site when an example is sent: it works unless stated. */
export type Given = "source-down" | "source-silent" | "source-nonsense" | "few-posts" | "no-token";

/** A request that the document shows with its answer. `recorded-responses.json` holds the answers, recorded. */
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
