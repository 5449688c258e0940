import t from "tap";
import { READABLE, UNUSABLE } from "../../fakes/faulty-api.ts";
import { type Trial, tryFault } from "../../setup/site/fault-trial.ts";

/** The long form (`npm run test:faults`) requests every page often, and its times count: it mostly waits. */
const LONG_ROUNDS = Number(process.env.FAULT_ROUNDS ?? 0);
const ROUNDS = LONG_ROUNDS || 2;
const AT_ONCE = LONG_ROUNDS ? 6 : 10;
const ONLY = process.env.FAULT;

const ms = (value: number) => `${Math.round(value)} ms`.padStart(8);

function p99(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}

function row({ fault, responses, wrong, seenMs, staticMs, unseen, ...times }: Trial): string {
  return [
    fault.padEnd(34),
    String(responses).padStart(7),
    String(wrong.length).padStart(5),
    ...[ms(p99(seenMs)), ms(p99(staticMs)), ms(times.slowestUnseenMs), ms(times.recoveredMs)],
    unseen.join(" "),
  ].join(" ");
}

const HEAD = `${"fault".padEnd(34)} replies wrong seen p99   static   unseen    fresh  statuses of the unseen`;

t.setTimeout(1_800_000);

t.test(
  "in every fault of the source nothing is wrong, blank or leaked, and it is fresh again after",
  { timeout: 1_800_000 },
  async (t) => {
    const waiting = [...UNUSABLE, ...READABLE].filter((name) => !ONLY || name === ONLY);
    const trials: Trial[] = [];
    const tester = async () => {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
        const trial = await tryFault(fault, ROUNDS);
        trials.push(trial);
        t.same([...new Set(trial.wrong)].slice(0, 8), [], fault);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, tester));
    t.comment(HEAD);
    for (const trial of trials) t.comment(row(trial));
    const sum = (of: (trial: Trial) => number) => trials.reduce((all, one) => all + of(one), 0);
    const wrong = sum((trial) => trial.wrong.length);
    t.comment(`${trials.length} faults, ${sum((one) => one.responses)} responses, ${wrong} wrong`);
    t.comment(`seen p99 ${ms(p99(trials.flatMap((one) => one.seenMs)))}`);
    t.comment(`static p99 ${ms(p99(trials.flatMap((one) => one.staticMs)))}`);
    t.comment(`slowest unseen ${ms(Math.max(...trials.map((one) => one.slowestUnseenMs)))}`);
    t.comment(`slowest recovery ${ms(Math.max(...trials.map((one) => one.recoveredMs)))}`);
  },
);
