/** The answer of the API to a call that a reader has made on a page. */
export interface TriedAnswer {
  status: number;
  /** The headers that consumers use, by name. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The body, with JSON laid out in lines. */
  text: string;
  /** True when the body is longer than the page shows. */
  isCut: boolean;
}

/** A call that a reader of the reference builds and sends. */
export interface TriedCall {
  status: number;
  /** The id of the operation; null for the list of operations. */
  operation: string | null;
  /** The values of the parameters, as typed or as in the example of the document. */
  values: Readonly<Record<string, string>>;
  /** The path of the call; null before the call is sent. */
  path: string | null;
  answer: TriedAnswer | null;
}
