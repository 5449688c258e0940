/** A request that the document shows with its response, which is recorded in `recorded-responses.json`. */
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
  /** The state of the content source; it responds unless this says otherwise. */
  given?: "source-silent";
  /** How many items of the list the document shows. Editors may change them: their words are not compared. */
  itemsShown?: number;
}
