/** How a result was obtained; `none`: it was not available. */
export const DATA_STATES = ["fresh", "refreshed", "stale", "none"] as const;
export type DataState = (typeof DATA_STATES)[number];

/** A call to a source on behalf of a request. */
export interface SourceNote {
  name: string;
  /** The response status, or the class of the error. */
  status: number | "timeout" | "network" | "shape" | "size" | "aborted";
  /** 0 when the source was not called. */
  attempts: number;
  ms: number;
}

/**
 * The caller: an id for the log and the source, and the signal, which aborts when the client disconnects or a
 * time limit passes.
 */
export interface RequestContext {
  requestId: string;
  traceparent: string | undefined;
  signal: AbortSignal;
  /** Called with the way each result was obtained. */
  onData?: (state: DataState) => void;
  /** Called at the end of each call to a source. */
  onSource?: ((note: SourceNote) => void) | undefined;
  /** Called for each picture that is left out since there is none, or none now. */
  onStandIn?: () => void;
  /** Called once for each error; the result itself holds nothing of it. */
  onError: (error: unknown) => void;
}
