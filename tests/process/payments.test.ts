import t, { type Test } from "tap";
import {
  type FakeFlutterwave,
  flutterwaveEnv,
  startFakeFlutterwave,
} from "../fakes/flutterwave.ts";
import { type PostgresServer, startPostgres } from "../setup/services/postgres-server.ts";
import { metricValue, readMetrics } from "../setup/site/read-metrics.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";
import { isWhole } from "../setup/whole.ts";

/** A process that the test kills and restarts: an instance of the site, alone or with its PostgreSQL. */
interface Victim {
  /** The current address of the site. */
  readonly url: string;
  killAndStart: () => Promise<void>;
}

/** The behaviour of donors on the payment page, in turn. */
const DONORS = [
  "pays",
  "pays",
  "pays",
  "fails",
  "fails, then pays",
  "leaves",
  "underpays",
] as const;
/** The steps at which a process is killed: when a call to the provider arrives, or after its response. */
const STEPS = ["begin", "begun", "verify", "verified"] as const;
type Step = (typeof STEPS)[number];

const GIFTS_PER_ROUND = 10;

const paymentSettings = (fake: FakeFlutterwave) => ({
  ...flutterwaveEnv(fake),
  PAYMENT_CHECK_SECONDS: "0.1",
  FORM_RATE_MAX: "100000",
  FORM_RATE_GLOBAL_MAX: "1000000",
});

/** Makes every fourth response of the provider a failure. */
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

/** Posts a donor's form until it is accepted, as a person would try again. All instances get the form at once. */
async function donate({ victims }: Trial, donor: number): Promise<string> {
  const body = new URLSearchParams({
    firstName: "Asha",
    lastName: "Juma",
    email: `donor-${donor}@example.org`,
    phone: "",
    currency: "TZS",
    preset: "50",
    customAmount: "",
    frequency: "one-time",
    paymentKey: `key-of-donor-${donor}`,
  });
  const post = async ({ url }: Victim) => {
    const response = await fetch(`${url}/donate`, { method: "POST", body, redirect: "manual" });
    await response.arrayBuffer();
    return response.status === 303 ? (response.headers.get("location") ?? "") : "";
  };
  let page = "";
  await until(async () => {
    const answers = await Promise.all(victims.map((victim) => post(victim).catch(() => "")));
    page = answers.find((answer) => answer !== "") ?? "";
    return page !== "";
  });
  return new URL(page, "http://site").pathname.split("/").at(-1) ?? "";
}

/** Kills a process at a step of the next payment and restarts it. Resolves when the process is back. */
function killAt(fake: FakeFlutterwave, victim: Victim, step: Step): Promise<void> {
  const call = step.startsWith("beg") ? "/payments" : "/transactions";
  const { modeOf } = fake;
  return new Promise((resolve, reject) => {
    let isDone = false;
    const strike = (path: string) => {
      if (isDone || !path.includes(call)) return;
      isDone = true;
      fake.modeOf = modeOf;
      fake.onAnswered = null;
      victim.killAndStart().then(resolve, reject);
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
    // Every third webhook is lost, and every second one is sent twice.
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

/** Lets donors give while the victim is killed at a step. Resolves with the references of their gifts. */
async function giveAndKill(
  trial: Trial,
  { round, victim, step }: { round: number; victim: Victim; step: Step },
): Promise<string[]> {
  const isBack = killAt(trial.fake, victim, step);
  const references = await Promise.all(
    Array.from({ length: GIFTS_PER_ROUND }, async (_, index) => {
      const donor = round * GIFTS_PER_ROUND + index;
      const reference = await donate(trial, donor);
      await payAs(trial, reference, donor);
      return reference;
    }),
  );
  await isBack;
  return references;
}

/** Checks the gifts as staff see them: none lost, none doubled, no unpaid gift marked as paid, every payment found. */
async function checkGifts(
  t: Test,
  { fake, victims }: Trial,
  { references, env }: { references: readonly string[]; env: Record<string, string> },
): Promise<void> {
  const isPaid = (reference: string) =>
    fake.transactions.some(
      (one) => one.tx_ref === reference && one.status === "successful" && one.amount === 50_000,
    );
  const paid = references.filter(isPaid);
  t.ok(paid.length > references.length / 2, `${paid.length} of ${references.length} were paid`);
  await until(async () => {
    const metrics = await readMetrics(`${victims[0]?.url}/metrics`);
    return metricValue(metrics, "site_gifts", { state: "paid", currency: "TZS" }) === paid.length;
  });
  const stored: Record<string, string>[] = JSON.parse(
    await staffProgram("gifts", ["export", "--format", "json"], env),
  );
  t.same(
    stored.map(({ reference }) => reference).sort(),
    [...references].sort(),
    "none lost, none doubled",
  );
  t.equal(new Set(references).size, references.length);
  const wrong = stored.filter(({ reference = "", state, history = "", firstName }) => {
    const timesPaid = history.split("; ").filter((step) => step.includes(" paid ")).length;
    const isRight = (state === "paid") === isPaid(reference);
    return !isRight || timesPaid !== Number(isPaid(reference)) || firstName !== "Asha";
  });
  t.same(wrong, []);
}

/** Returns each step of a payment five times; in the sample run, one step per kill. */
const stepsOf = (sample: readonly Step[]) =>
  isWhole ? Array.from({ length: 5 }, () => STEPS).flat() : sample;

async function startVictim(t: Test, env: Record<string, string>): Promise<Victim> {
  let site = await startSiteProcess(env);
  t.teardown(() => site.end());
  return {
    get url() {
      return site.url;
    },
    killAndStart: async () => {
      await site.kill();
      site = await startSiteProcess(env);
    },
  };
}

/** Returns the victim of a round: in three rounds the instance, PostgreSQL, and both are killed once each. */
function victimOf(victim: Victim, round: number, postgres?: PostgresServer): Victim {
  if (postgres === undefined || round % 3 === 0) return victim;
  return {
    url: victim.url,
    killAndStart: async () => {
      await postgres.kill();
      const isBack = round % 3 === 2 ? victim.killAndStart() : undefined;
      await postgres.start();
      await isBack;
    },
  };
}

interface Scene {
  /** The environment of each instance. */
  instances: readonly Record<string, string>[];
  steps: readonly Step[];
  /** The instances' shared PostgreSQL, killed alone and together with one of them. */
  postgres?: PostgresServer;
}

/** Takes gifts while the provider fails in every way, and one instance after another is killed. */
async function survive(t: Test, { instances, steps, postgres }: Scene) {
  const fake = await startFakeFlutterwave();
  t.teardown(fake.close);
  // The source is down, so no messages are sent and no news is read.
  const settings = { CONTENT_API_URL: "http://127.0.0.1:9", ...paymentSettings(fake) };
  const victims = await Promise.all(
    instances.map((env) => startVictim(t, { ...settings, ...env })),
  );
  flap(fake);
  const references: string[] = [];
  for (const [round, step] of steps.entries()) {
    const victim = victimOf(victims[round % victims.length] as Victim, round, postgres);
    references.push(...(await giveAndKill({ fake, victims }, { round, victim, step })));
  }
  await checkGifts(t, { fake, victims }, { references, env: instances[0] ?? {} });
}

t.test("kill -9 in the middle of payments loses, doubles and invents none", async (t) => {
  const instances = [{ DATA_DIR: testFolder(t) }];
  await survive(t, { instances, steps: stepsOf(["begun", "verify"]) });
});

t.test("nor do two instances over one PostgreSQL", async (t) => {
  const root = testFolder(t);
  const postgres = await startPostgres();
  t.teardown(postgres.kill);
  const { url: DATABASE_URL } = postgres;
  const instances = ["one", "two"].map((name) => ({ DATABASE_URL, DATA_DIR: `${root}/${name}` }));
  await survive(t, { instances, steps: stepsOf(["begin", "verify", "verified"]), postgres });
});
