import t, { type Test } from "tap";
import { startChaoticGate } from "../fakes/chaotic-gate.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { startFakeFlutterwave } from "../fakes/flutterwave.ts";
import { type PostgresServer, startPostgres } from "../setup/services/postgres-server.ts";
import { metricValue, readMetrics } from "../setup/site/read-metrics.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";
import { isWhole } from "../setup/whole.ts";
import {
  checkGifts,
  flap,
  giveAndKill,
  paymentSettings,
  STEPS,
  type Victim,
} from "./payment-trial.ts";

/** Five times each step of a payment; of the sample, one step a kill. */
const stepsOf = (sample: readonly (typeof STEPS)[number][]) =>
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

/**
 * Sends contact messages as the page does: each until it is taken, always under the same key, by one instance after the
 * other. Resolves with those acknowledged. Of one that a dying instance had begun the others say so (409) for half a
 * minute: that it is taken then is seen in the whole run alone.
 */
async function sendMessages(victims: readonly Victim[], count: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index + 1).values();
  const sendAll = async () => {
    for (const number of numbers) {
      const message = `message ${number}`;
      let turn = number;
      await until(async () => {
        const response = await fetch(`${victims[turn++ % victims.length]?.url}/bff/contact`, {
          method: "POST",
          headers: { "content-type": "application/json", "idempotency-key": `message-${number}` },
          body: JSON.stringify({ name: "A", email: "a@example.org", subject: "S", message }),
        }).catch(() => null);
        await response?.body?.cancel();
        if (response?.ok) acknowledged.push(message);
        return response?.ok || (response?.status === 409 && !isWhole);
      });
    }
  };
  await Promise.all(Array.from({ length: 10 }, sendAll));
  return acknowledged;
}

interface Scene {
  /** The environment of each instance. */
  instances: readonly Record<string, string>[];
  steps: readonly (typeof STEPS)[number][];
  messagesPerKill: number;
  /** What the instances share: killed alone, and together with one of them. */
  postgres?: PostgresServer;
}

/** Of three rounds one kills the instance, one PostgreSQL, one both. */
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

/** Gifts and messages come in while provider and source fail in every way, and one instance after the other is killed. */
async function survive(t: Test, { instances, steps, messagesPerKill, postgres }: Scene) {
  const fake = await startFakeFlutterwave();
  const source = await startFakeContentApi({});
  const gate = await startChaoticGate(source.url);
  const settings = {
    ...{ CONTENT_API_URL: gate.url, INBOX_MAX_TRIES: "500" },
    ...paymentSettings(fake),
  };
  const victims = await Promise.all(
    instances.map((env) => startVictim(t, { ...settings, ...env })),
  );
  t.teardown(async () => {
    for (const { close } of [gate, source, fake]) await close();
  });
  flap(fake);
  const count = steps.length * messagesPerKill;
  const sending = sendMessages(victims, count);
  const references: string[] = [];
  for (const [round, step] of steps.entries()) {
    const victim = victimOf(victims[round % victims.length] as Victim, round, postgres);
    references.push(...(await giveAndKill({ fake, victims }, { round, victim, step })));
  }
  gate.calm();
  const acknowledged = await sending;
  t.ok(acknowledged.length >= count / 2, `${acknowledged.length} were acknowledged`);
  await until(async () => {
    const metrics = await readMetrics(`${victims[0]?.url}/metrics`);
    return metricValue(metrics, "site_inbox_messages", { state: "waiting" }) === 0;
  });
  const arrived = new Set([...source.contacts.values()].map(({ message }) => message));
  t.equal(arrived.size, source.contacts.size, "none twice");
  t.same(
    acknowledged.filter((message) => !arrived.has(message)),
    [],
    "each that was acknowledged",
  );
  await checkGifts(t, { fake, victims }, { references, env: instances[0] ?? {} });
}

t.test("kill -9 in the middle of payments loses, doubles and invents none", async (t) => {
  await survive(t, {
    instances: [{ DATA_DIR: testFolder(t) }],
    steps: stepsOf(["begun", "verify"]),
    // Those of SQLite are in chaos-forms.test.ts.
    messagesPerKill: 0,
  });
});

t.test("nor of messages and payments with two instances over one PostgreSQL", async (t) => {
  const root = testFolder(t);
  const postgres = await startPostgres();
  const { url: DATABASE_URL } = postgres;
  const instances = ["one", "two"].map((name) => ({ DATABASE_URL, DATA_DIR: `${root}/${name}` }));
  t.teardown(postgres.kill);
  const steps = stepsOf(["begin", "verify", "verified"]);
  await survive(t, { instances, steps, messagesPerKill: 14, postgres });
});
