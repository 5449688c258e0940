import { HttpError } from "./http-error.ts";

export interface AttemptSignal {
  signal: AbortSignal;
  /** The response headers are there: only the deadline counts from now on. */
  headersArrived: () => void;
  /** The error of the timer that ended the attempt, or null when something else did. */
  timeoutError: () => HttpError | null;
  dispose: () => void;
}

export interface AttemptTimes {
  headersTimeoutMs: number;
  /** Until the deadline of the whole call. */
  remainingMs: number;
}

/** One signal for three reasons to abort: no headers in time, no end in time, or the abort of the caller. */
export function createAttemptSignal(
  caller: AbortSignal | undefined,
  times: AttemptTimes,
): AttemptSignal {
  const controller = new AbortController();
  let timeoutError: HttpError | null = null;
  const expire = (detail: string) => () => {
    timeoutError ??= new HttpError({ kind: "timeout", detail });
    controller.abort(timeoutError);
  };
  const abort = (): void => controller.abort(caller?.reason);
  const headersTimer = setTimeout(expire("headers"), times.headersTimeoutMs).unref();
  const totalTimer = setTimeout(expire("whole call"), times.remainingMs).unref();
  if (caller?.aborted) abort();
  else caller?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    headersArrived: () => clearTimeout(headersTimer),
    timeoutError: () => timeoutError,
    dispose: () => {
      clearTimeout(headersTimer);
      clearTimeout(totalTimer);
      caller?.removeEventListener("abort", abort);
    },
  };
}
