import { randomUUID } from "node:crypto";
import t, { type Test } from "tap";
import { countStates, findNext, listMessages, UNFILTERED } from "../../server/desk/message-list.ts";
import { countNewMessages } from "../../server/desk/new-messages.ts";
import { searchTextOf, senderOf } from "../../server/store/search-text.ts";
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

const fieldsOf = (index: number) => ({
  name: `Asha ${index}`,
  email: `a${index % 1_000}@example.org`,
  phoneNumber: `0754 ${100_000 + index}`,
  subject: "A question",
  message: "The borehole of our village gives no water any more. ".repeat(8),
});

async function measure(t: Test, databaseUrl?: string): Promise<void> {
  const { store, inbox } = await siteStore(t, testFolder(t), databaseUrl);
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    reference: `C-${index}`,
    form: "contact" as const,
    state: index % 10 === 0 ? ("waiting" as const) : ("delivered" as const),
    fields: JSON.stringify(fieldsOf(index)),
    key: randomUUID(),
    requestId: "r",
    receivedAt: index,
    lastError: null,
    dueAt: index % 10 === 0 ? index : null,
    tries: 0,
    claim: null,
    sender: senderOf(fieldsOf(index)),
    searchText: searchTextOf(`C-${index}`, fieldsOf(index)),
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
  const desk = { ...UNFILTERED, page: 1 };
  const all = { ...desk, state: "all" } as const;
  const days = { from: "1970-01-01", to: "1970-01-01" };
  const message = { receivedAt: COUNT / 2, reference: "C-0" };
  const measured = {
    "the desk's list": [50, await median(() => listMessages(store.db, desk))],
    "the desk's last page": [
      50,
      await median(() => listMessages(store.db, { ...desk, page: 150 })),
    ],
    "the list of all": [50, await median(() => listMessages(store.db, all))],
    "a search for a name": [
      50,
      await median(() => listMessages(store.db, { ...all, q: "asha 77" })),
    ],
    "a search for a phone number": [
      50,
      await median(() => listMessages(store.db, { ...all, q: "0754-107777" })),
    ],
    "a search for what everybody wrote": [
      50,
      await median(() => listMessages(store.db, { ...all, q: "borehole" })),
    ],
    "a search for what nobody wrote": [
      50,
      await median(() => listMessages(store.db, { ...all, q: "latrine" })),
    ],
    "the counts of a search": [
      50,
      await median(() => countStates(store.db, { ...all, q: "latrine" })),
    ],
    "the messages of one person": [
      50,
      await median(() => listMessages(store.db, { ...all, person: "a77@example.org" })),
    ],
    "the messages of a day": [50, await median(() => listMessages(store.db, { ...all, ...days }))],
    "the next message of a search": [
      50,
      await median(() => findNext(store.db, { ...desk, q: "latrine" }, message)),
    ],
    "the list of one form": [
      50,
      await median(() => listMessages(store.db, { ...desk, form: "volunteer" })),
    ],
    "the list of what is done": [
      50,
      await median(() => listMessages(store.db, { ...desk, state: "done" })),
    ],
    "a search within days": [
      50,
      await median(() => listMessages(store.db, { ...all, ...days, q: "latrine" })),
    ],
    "the counts of all": [50, await median(() => countStates(store.db, all))],
    "the counts of one person": [
      50,
      await median(() => countStates(store.db, { ...all, person: "a77@example.org" })),
    ],
    "the counts of a day": [50, await median(() => countStates(store.db, { ...all, ...days }))],
    "the next message of one person": [
      50,
      await median(() => findNext(store.db, { ...desk, person: "none@example.org" }, message)),
    ],
    "the number of new ones": [50, await median(() => countNewMessages(store))],
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
