/** An open span of a trace. */
export interface OpenSpan {
  /** The `traceparent` header for requests made within the span. */
  traceparent: string | undefined;
  end: (facts: Readonly<Record<string, string | number>>, error?: unknown) => void;
}

/** Starts a child span of the one that `traceparent` names. */
export type BeginSpan = (name: string, traceparent: string | undefined) => OpenSpan;
