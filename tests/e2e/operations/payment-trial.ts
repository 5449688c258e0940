import type { Test } from "tap";
import type { GiftStore } from "../../../server/giving/store/gift-store.ts";
import { type FakeFlutterwave, flutterwaveEnv } from "../../fakes/flutterwave.ts";
import { until } from "../../setup/until.ts";
import { pause } from "./instances.ts";

/** A process of the site that is killed and started again under the same URL. */
export interface Victim {
  url: string;
  kill: () => Promise<void>;
  start: () => Promise<void>;
}

/** What a donor does on the payment page. */
const DONORS = [
  "pays",
  "pays",
  "pays",
  "fails",
  "fails, then pays",
  "leaves",
  "underpays",
] as const;
/** Where the process is killed: when a call arrives, or after its answer or a webhook. */
const STEPS = ["begin", "begun", "webhook", "verify", "verified"] as const;

const GIFTS_PER_ROUND = 10;

export const paymentSettings = (fake: FakeFlutterwave) => ({
  ...flutterwaveEnv(fake),
  PAYMENT_CHECK_SECONDS: "0.1",
  FORM_RATE_MAX: "100000",
  FORM_RATE_GLOBAL_MAX: "1000000",
  MAX_QUEUE_DELAY_MS: "0",
});

/** One answer in four is not one. */
function flap(fake: FakeFlutterwave): void {
  const modes = ["error", "html", "refuse", "nonsense"] as const;
  let calls = 0;
  fake.modeOf = () => {
    calls += 1;
    return calls % 4 === 0 ? (modes[(calls / 4) % modes.length] ?? "error") : "well";
  };
}

interface Trial {
  fake: FakeFlutterwave;
  victims: readonly Victim[];
}

/** Posts the form of one donor until it leads on, as a person tries again. Both instances get it at once. */
async function donate({ victims }: Trial, donor: number): Promise<string> {
  const body = new URLSearchParams({
    ...{ firstName: "Asha", lastName: "Juma", email: `donor-${donor}@example.org`, phone: "" },
    ...{ currency: "TZS", preset: "50", customAmount: "", frequency: "one-time" },
    paymentKey: `key-of-donor-${donor}`,
  });
  const post = async ({ url }: Victim) => {
    const response = await fetch(`${url}/donate`, { method: "POST", body, redirect: "manual" });
    await response.arrayBuffer();
    return response.status === 303 ? (response.headers.get("location") ?? "") : "";
  };
  for (;;) {
    const answers = await Promise.all(victims.map((victim) => post(victim).catch(() => "")));
    const [page] = answers.filter((answer) => answer !== "");
    if (page !== undefined) return new URL(page, "http://site").pathname.split("/").at(-1) ?? "";
    await pause(50);
  }
}

/** Kills one process at a step, and starts it again. Resolves when it is back. */
function killAt({ fake, victims }: Trial, round: number): Promise<void> {
  const step = STEPS[round % STEPS.length] ?? "begin";
  const victim = victims[round % victims.length] as Victim;
  const isOf = { begin: "/payments", begun: "/payments" }[step as "begin"] ?? "/transactions";
  const modeOf = fake.modeOf;
  return new Promise((resolve, reject) => {
    let isDone = false;
    const strike = (path: string) => {
      if (isDone || !path.includes(isOf)) return;
      isDone = true;
      fake.modeOf = modeOf;
      fake.onAnswered = null;
      victim.kill().then(victim.start).then(resolve, reject);
    };
    if (step === "begin" || step === "verify")
      fake.modeOf = (path) => {
        const mode = modeOf?.(path) ?? "well";
        strike(path);
        return mode;
      };
    else fake.onAnswered = strike;
  });
}

async function payAs(trial: Trial, reference: string, donor: number): Promise<void> {
  const { fake, victims } = trial;
  const notify = async (about: Parameters<FakeFlutterwave["sendWebhook"]>[1]) => {
    // Every third webhook is lost, every other one comes twice.
    if (donor % 3 === 0) return;
    for (let time = 0; time <= donor % 2; time += 1)
      await fake
        .sendWebhook(victims[(donor + time) % victims.length]?.url ?? "", about)
        .catch(() => 0);
  };
  switch (DONORS[donor % DONORS.length]) {
    case "pays":
      return notify(fake.pay(reference));
    case "fails":
      return notify(fake.pay(reference, { status: "failed" }));
    case "fails, then pays":
      await notify(fake.pay(reference, { status: "failed" }));
      return notify(fake.pay(reference));
    case "underpays":
      return notify(fake.pay(reference, { amount: 50 }));
    default:
      return;
  }
}

/** Gives so many gifts in rounds, and kills a process in each. Resolves with the references. */
export async function giveAndKill(trial: Trial, gifts: number): Promise<string[]> {
  flap(trial.fake);
  const references: string[] = [];
  for (let round = 0; round * GIFTS_PER_ROUND < gifts; round += 1) {
    const isBack = killAt(trial, round);
    const donors = Array.from(
      { length: GIFTS_PER_ROUND },
      (_, index) => round * GIFTS_PER_ROUND + index,
    );
    await Promise.all(
      donors.map(async (donor) => {
        const reference = await donate(trial, donor);
        references[donor] = reference;
        await payAs(trial, reference, donor);
      }),
    );
    await isBack;
  }
  return references;
}

/** None lost, none doubled, none paid that was not, every paid one found paid. */
export async function checkGifts(
  t: Test,
  {
    fake,
    gifts,
    references,
  }: { fake: FakeFlutterwave; gifts: GiftStore; references: readonly string[] },
): Promise<void> {
  const isPaid = (reference: string) =>
    fake.transactions.some(
      (one) => one.tx_ref === reference && one.status === "successful" && one.amount === 50_000,
    );
  const paid = references.filter(isPaid);
  await until(async () => {
    const found = new Set((await gifts.list({ state: "paid" })).map(({ reference }) => reference));
    return paid.every((reference) => found.has(reference));
  });
  const stored = await gifts.list({});
  t.same(
    stored.map(({ reference }) => reference).sort(),
    [...references].sort(),
    "none lost, none doubled",
  );
  t.equal(new Set(references).size, references.length);
  for (const { reference, state, history, donor } of stored) {
    t.equal(state === "paid", isPaid(reference), `${reference} is ${state}`);
    t.equal(history.filter((step) => step.state === "paid").length, Number(isPaid(reference)));
    t.match(donor, { firstName: "Asha" });
  }
  t.ok(paid.length > references.length / 2, `${paid.length} of ${references.length} were paid`);
}
