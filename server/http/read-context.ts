import * as z from "zod";
import type { Language } from "../../shared/languages.ts";

/** The states of data, from worst to best. `none`: the data was not available. */
export const DATA_STATES = ["none", "stale", "refreshed", "fresh"] as const;

export type DataState = (typeof DATA_STATES)[number];

/** A call to a source. While the circuit breaker is open or paused, `attempts` is 0. */
export const sourceNote = z.strictObject({
  name: z.string(),
  status: z.union([z.number().int(), z.enum(["timeout", "network", "shape", "size", "aborted"])]),
  attempts: z.number().int().min(0),
  ms: z.number().min(0),
});

export type SourceNote = z.infer<typeof sourceNote>;

/** The context of a request. Its signal aborts when the client disconnects or a timeout passes. */
export interface ReadContext {
  requestId: string;
  traceparent: string | undefined;
  signal: AbortSignal;
  /** The language of the page that is rendered. */
  language?: Language;
  onData?: (state: DataState) => void;
  onSource?: ((note: SourceNote) => void) | undefined;
  /** Called when a picture is left out because it does not exist or is not available now. */
  onStandIn?: () => void;
  /** Called with an error, because the result itself contains nothing of the error. */
  onError: (error: unknown) => void;
}
