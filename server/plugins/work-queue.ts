/** Work begun in one turn of the event loop; few, so that quick answers get out between the turns. */
const A_TURN = 2;
/**
 * The event loop takes in one new connection a turn. While they come, it turns this often without beginning
 * work; else the port's queue overflows, and whoever is left outside knocks again after seconds.
 */
const TURNS_FOR_NEWCOMERS = 32;
/** A crowd that comes at once is served, however long its tail waits: it is no overload until it lasts this long. */
const BURST_MS = 300;
/** Even a crowd is not let in without end. */
const MOST_WAITING = 5_000;
/** How much the last turn counts in what one piece of work is thought to cost. */
const LAST_TURN_SHARE = 0.2;

/** Lets work begin a few pieces a turn, in order, and turns away what would wait too long. */
export interface WorkQueue {
  /** True: begin. False: come back later; said at once, never after a wait. */
  enter(): boolean | Promise<boolean>;
  /** A new connection was taken in; there may be more at the door. */
  knock(): void;
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
  let hasKnocked = false;
  let turnsForNewcomers = 0;
  let emptyAt = Number.NEGATIVE_INFINITY;

  function turn(): void {
    if (waiting.length > 0 && isBehind()) {
      nextTurn(turn, true);
      return;
    }
    if (waiting.length > 0 && hasKnocked && turnsForNewcomers < TURNS_FOR_NEWCOMERS) {
      hasKnocked = false;
      turnsForNewcomers += 1;
      nextTurn(turn, false);
      return;
    }
    turnsForNewcomers = 0;
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
    knock: () => {
      hasKnocked = true;
    },
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
