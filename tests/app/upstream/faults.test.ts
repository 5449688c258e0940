import t from "tap";
import { READABLE, UNUSABLE } from "../../fakes/faulty-api.ts";
import { tryFault } from "../../setup/site/fault-trial.ts";
import { isWhole } from "../../setup/whole.ts";

/** A fault of every cause: no response, a cut one, one too large, a status, odd delivery, wrong content, partly good content. */
const SAMPLE = [
  "hang",
  "drip",
  "reset mid-body",
  "closed",
  "gzip bomb",
  "length too long",
  "status 404",
  "status 429",
  "status 500",
  "early hints",
  "HTML with 200",
  "every field of a wrong type",
  "hostile HTML and addresses",
];
const ALL = [...UNUSABLE, ...READABLE];
const ONLY = process.env.FAULT;
/** The number of trials that run in parallel, since each trial mostly waits for a timeout of the client. */
const AT_ONCE = 4;

t.test(
  "no fault of the source leaves pages wrong, blank, leaking or stale",
  { timeout: 1_800_000 },
  async (t) => {
    const chosen = isWhole ? ALL : SAMPLE;
    const faults = ONLY === undefined ? chosen : [ONLY];
    t.same(
      faults.filter((fault) => !ALL.includes(fault)),
      [],
      "each is a fault of the fake source",
    );
    const waiting = [...faults];
    const wrong: Record<string, string[]> = {};
    const tester = async () => {
      for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
        const lines = await tryFault(fault);
        if (lines.length > 0) wrong[fault] = lines;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, tester));
    t.same(wrong, {});
  },
);
