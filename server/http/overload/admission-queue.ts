/** Requests admitted in one turn of the event loop; few, so that responses are sent between the turns. */
const ADMITTED_PER_TURN = 2;
/**
 * The event loop accepts one new connection a turn. While they come, this many turns pass without an
 * admission; otherwise the accept queue overflows and clients try again only after seconds.
 */
const MAX_ACCEPT_TURNS = 32;
/** A burst is served to its last request: a queue is an overload only after this time. */
const BURST_MS = 300;
/** Holds in a burst as well. */
const MAX_WAITING = 5_000;
/** The weight of the last turn in the moving average of the cost of a request. */
const LAST_TURN_WEIGHT = 0.2;
/** Until the threads are checked again. */
const THREADS_WAIT_MS = 4;

/** Admits requests that need work, a few a turn and in order, and sheds those that would wait too long. */
export interface AdmissionQueue {
  /** True: begin now, or once the promise resolves. False: overloaded, shed the request; never after a wait. */
  admit(): boolean | Promise<boolean>;
  /** A new connection was accepted; more may be in the accept queue. */
  noteConnection(): void;
}

interface Options {
  /** The longest expected delay in a queue that lasts; 0 sheds nothing. */
  maxDelayMs: number;
  /** True while the thread pool is too far behind for more work. */
  isBehind?: () => boolean;
  /** A monotonic clock, milliseconds. */
  clock?: () => number;
  /** Runs `turn` after the event loop has polled; after a pause when `hasPause`. */
  nextTurn?: (turn: () => void, hasPause: boolean) => void;
}

interface State {
  /** Each resolves one waiting request. */
  waiting: (() => void)[];
  /** True while a turn is scheduled. */
  isRunning: boolean;
  /** Requests admitted since `turnStartedAt`. */
  admitted: number;
  turnStartedAt: number;
  /** Moving average of what one request takes. */
  costMs: number;
  hasNewConnection: boolean;
  /** Turns in a row that were left to new connections. */
  acceptTurns: number;
  /** When the queue was empty last. */
  emptyAt: number;
}

/**
 * Makes an empty queue. Work takes time of the event loop, so a turn lasts as long as what was admitted in it:
 * the length of past turns gives the cost of a request, and how long the last in the queue would wait.
 */
export function createAdmissionQueue({
  maxDelayMs,
  isBehind = () => false,
  clock = () => performance.now(),
  nextTurn = (turn, hasPause) =>
    void (hasPause ? setTimeout(turn, THREADS_WAIT_MS) : setImmediate(turn)),
}: Options): AdmissionQueue {
  const state: State = {
    waiting: [],
    isRunning: false,
    admitted: 0,
    turnStartedAt: 0,
    costMs: 1,
    hasNewConnection: false,
    acceptTurns: 0,
    emptyAt: Number.NEGATIVE_INFINITY,
  };

  function turn(): void {
    if (state.waiting.length > 0 && isBehind()) {
      nextTurn(turn, true);
    } else if (leavesTurnToConnections(state)) {
      nextTurn(turn, false);
    } else {
      admitNext(state, clock());
      if (state.isRunning) nextTurn(turn, false);
    }
  }

  return {
    noteConnection: () => {
      state.hasNewConnection = true;
    },
    admit() {
      if (!state.isRunning) {
        start(state, clock());
        nextTurn(turn, false);
      }
      if (state.waiting.length === 0 && state.admitted < ADMITTED_PER_TURN && !isBehind()) {
        state.admitted += 1;
        return true;
      }
      if (isOverloaded(state, maxDelayMs, clock)) return false;
      return new Promise((resolve) => state.waiting.push(() => resolve(true)));
    },
  };
}

function start(state: State, nowMs: number): void {
  state.isRunning = true;
  state.turnStartedAt = nowMs;
  state.emptyAt = nowMs;
}

/** True when this turn admits no request, so that the event loop can accept another connection. */
function leavesTurnToConnections(state: State): boolean {
  const { waiting, hasNewConnection, acceptTurns } = state;
  if (waiting.length > 0 && hasNewConnection && acceptTurns < MAX_ACCEPT_TURNS) {
    state.hasNewConnection = false;
    state.acceptTurns += 1;
    return true;
  }
  state.acceptTurns = 0;
  return false;
}

/** Ends a turn, and begins the next with the first who wait. */
function admitNext(state: State, nowMs: number): void {
  if (state.admitted > 0) {
    const costMs = (nowMs - state.turnStartedAt) / state.admitted;
    state.costMs += (costMs - state.costMs) * LAST_TURN_WEIGHT;
  }
  state.turnStartedAt = nowMs;
  const next = state.waiting.splice(0, ADMITTED_PER_TURN);
  for (const begin of next) begin();
  state.admitted = next.length;
  if (state.waiting.length === 0) state.emptyAt = nowMs;
  state.isRunning = next.length > 0;
}

function isOverloaded(
  { waiting, emptyAt, costMs }: State,
  maxDelayMs: number,
  clock: () => number,
): boolean {
  if (maxDelayMs === 0) return false;
  if (waiting.length >= MAX_WAITING) return true;
  if (clock() - emptyAt < BURST_MS) return false;
  return waiting.length * costMs > maxDelayMs;
}
