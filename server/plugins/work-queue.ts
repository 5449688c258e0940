/** Work begun in one turn of the event loop; few, so that quick answers get out between the turns. */
const A_TURN = 4;
/** A crowd that comes at once is served, however long its tail waits: it is no overload until it lasts this long. */
const BURST_MS = 500;
/** Even a crowd is not let in without end. */
const MOST_WAITING = 5_000;
/** How much the last turn counts in what one piece of work is thought to cost. */
const LAST_TURN_SHARE = 0.2;

/** Lets work begin a few pieces a turn, in order, and turns away what would wait too long. */
export interface WorkQueue {
  /** True: begin. False: come back later; said at once, never after a wait. */
  enter(): boolean | Promise<boolean>;
}

interface Options {
  /** A lasting queue is kept shorter than this; 0 turns nobody away. */
  longestWaitMs: number;
  /** True while threads are so far behind that beginning more helps nobody. */
  isBehind?: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  clock?: () => number;
  /** Runs `turn` after the event loop has looked at what came in; a while later when asked to be patient. */
  nextTurn?: (turn: () => void, isPatient: boolean) => void;
}

const THREADS_WAIT_MS = 4;

/**
 * Makes an empty queue. Work costs the event loop time, so a turn is as long as what was begun in it: the
 * length of past turns tells what one piece costs, and how long the last in the queue would wait.
 */
export function createWorkQueue({
  longestWaitMs,
  isBehind = () => false,
  clock = () => performance.now(),
  nextTurn = (turn, isPatient) =>
    void (isPatient ? setTimeout(turn, THREADS_WAIT_MS) : setImmediate(turn)),
}: Options): WorkQueue {
  const waiting: ((isIn: boolean) => void)[] = [];
  let isTurning = false;
  /** Pieces begun since `turnedAt`. */
  let begun = 0;
  let turnedAt = 0;
  let costMs = 1;
  let emptyAt = Number.NEGATIVE_INFINITY;

  function turn(): void {
    if (waiting.length > 0 && isBehind()) {
      nextTurn(turn, true);
      return;
    }
    const now = clock();
    if (begun > 0) costMs += ((now - turnedAt) / begun - costMs) * LAST_TURN_SHARE;
    turnedAt = now;
    begun = 0;
    while (begun < A_TURN && waiting.length > 0) {
      begun += 1;
      waiting.shift()?.(true);
    }
    if (waiting.length === 0) emptyAt = now;
    isTurning = begun > 0;
    if (isTurning) nextTurn(turn, false);
  }

  function isTooLong(): boolean {
    if (longestWaitMs === 0) return false;
    if (waiting.length >= MOST_WAITING) return true;
    if (clock() - emptyAt < BURST_MS) return false;
    return waiting.length * costMs > longestWaitMs;
  }

  return {
    enter() {
      if (!isTurning) {
        isTurning = true;
        turnedAt = clock();
        emptyAt = turnedAt;
        nextTurn(turn, false);
      }
      if (waiting.length === 0 && begun < A_TURN && !isBehind()) {
        begun += 1;
        return true;
      }
      if (isTooLong()) return false;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}
