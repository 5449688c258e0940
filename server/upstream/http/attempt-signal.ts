import { HttpFault } from "./http-fault.ts";

export interface AttemptSignal {
  signal: AbortSignal;
  /** The head of the answer is there: only the deadline counts from now on. */
  headersArrived: () => void;
  /** The fault of the timer that ended the attempt, or null when something else did. */
  timedOut: () => HttpFault | null;
  dispose: () => void;
}

export interface AttemptTimes {
  headersTimeoutMs: number;
  /** Until the deadline of the whole call. */
  remainingMs: number;
}

/**
 * One signal out of three reasons to stop: no head in time, no end in time, or a caller who has
 * left.
 */
export function createAttemptSignal(
  caller: AbortSignal | undefined,
  times: AttemptTimes,
): AttemptSignal {
  const controller = new AbortController();
  let fault: HttpFault | null = null;
  const expire = (detail: string) => () => {
    fault ??= new HttpFault({ kind: "timeout", detail });
    controller.abort(fault);
  };
  const leave = (): void => controller.abort(caller?.reason);
  const headersTimer = setTimeout(expire("headers"), times.headersTimeoutMs).unref();
  const totalTimer = setTimeout(expire("whole call"), times.remainingMs).unref();
  if (caller?.aborted) leave();
  else caller?.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    headersArrived: () => clearTimeout(headersTimer),
    timedOut: () => fault,
    dispose: () => {
      clearTimeout(headersTimer);
      clearTimeout(totalTimer);
      caller?.removeEventListener("abort", leave);
    },
  };
}
