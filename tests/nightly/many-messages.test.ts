import { randomUUID } from "node:crypto";
import t, { type Test } from "tap";
import { countStates, listMessages } from "../../server/desk/messages.ts";
import { claimDue } from "../../server/store/store.ts";
import { startPostgres } from "../setup/services/postgres-server.ts";
import { siteStore } from "../setup/site/site-store.ts";
import { testFolder } from "../setup/test-folder.ts";

const COUNT = 10_000;
const RUNS = 20;

/** Returns the median time of several runs, in milliseconds. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[RUNS / 2] ?? Number.NaN;
}

async function measure(t: Test, databaseUrl?: string): Promise<void> {
  const { store, inbox } = await siteStore(t, testFolder(t), databaseUrl);
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    reference: `C-${index}`,
    form: "contact" as const,
    state: index % 10 === 0 ? ("waiting" as const) : ("delivered" as const),
    fields: JSON.stringify({ name: "Asha", email: "a@example.org", message: "m".repeat(300) }),
    key: randomUUID(),
    requestId: "r",
    receivedAt: index,
    lastError: null,
    dueAt: index % 10 === 0 ? index : null,
    tries: 0,
    claim: null,
    sender: `asha ${index} a@example.org`,
    deskState: index % 4 === 0 ? ("done" as const) : ("new" as const),
  }));
  for (let from = 0; from < COUNT; from += 500)
    await store.db
      .insertInto("messages")
      .values(rows.slice(from, from + 500))
      .execute();
  const empty = await median(() =>
    store.db.selectFrom("secrets").selectAll().where("name", "=", "none").execute(),
  );
  const due = { now: COUNT, leaseEnd: 2 * COUNT };
  const desk = { state: "new", form: null, q: "", page: 1 } as const;
  const measured = {
    "the desk's list": [50, await median(() => listMessages(store.db, desk))],
    "the desk's last page": [
      50,
      await median(() => listMessages(store.db, { ...desk, page: 150 })),
    ],
    "the desk's search": [
      50,
      await median(() => listMessages(store.db, { ...desk, q: "asha 77" })),
    ],
    "the desk's counts": [50, await median(() => countStates(store.db, { ...desk, q: "asha 77" }))],
    list: [50, await median(() => inbox.list({ page: 1 }))],
    "the last page": [50, await median(() => inbox.list({ page: 10 }))],
    "list of one state": [50, await median(() => inbox.list({ state: "waiting" }))],
    "search by reference": [50, await median(() => inbox.get("C-7777"))],
    stats: [50, await median(() => inbox.stats())],
    claim: [5, await median(() => claimDue(store.db, "messages", due))],
  } as const;
  for (const [what, [limitMs, ms]] of Object.entries(measured))
    t.ok(ms < limitMs, `${what}: ${ms.toFixed(2)} ms, ${(ms / empty).toFixed(1)} empty queries`);
}

t.test("ten thousand messages in SQLite", (t) => measure(t));

t.test("ten thousand messages in PostgreSQL", async (t) => {
  const postgres = await startPostgres();
  t.teardown(postgres.kill);
  await measure(t, postgres.url);
});
