import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import type { Delivery, InboxMessage } from "../../../../server/inbox/inbox.ts";
import { draft, until, withInbox } from "./with-inbox.ts";

const DAY_MS = 86_400_000;

t.test("what was added is there for the next process, readable for its owner alone", async (t) => {
  const { inbox, dataDir } = withInbox(t);
  const { reference } = await inbox.add(draft({ form: "volunteer", state: "kept", tries: 0 }));
  t.match(reference, /^V-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const other = withInbox(t, { dataDir });
  t.match(await other.inbox.get(reference), { form: "volunteer", state: "kept", dueAt: null });
  for (const file of ["inbox.sqlite", "inbox.sqlite-wal"])
    t.equal(statSync(join(dataDir, file)).mode & 0o777, 0o600, file);
});

t.test("a key that was used before is the same message", async (t) => {
  const { inbox } = withInbox(t);
  const first = await inbox.add(draft({ key: "same" }));
  const again = await inbox.add(draft({ key: "same", fields: { name: "other" } }));
  t.same(again, { reference: first.reference, isNew: false });
  t.equal((await inbox.list({})).length, 1);
});

t.test("lists are newest first and filtered", async (t) => {
  const { inbox, clock } = withInbox(t);
  await inbox.add(draft({ form: "partner", state: "kept" }));
  clock.ms += DAY_MS;
  const { reference } = await inbox.add(draft());
  t.same(
    (await inbox.list({})).map(({ form }) => form),
    ["contact", "partner"],
  );
  t.same(
    (await inbox.list({ form: "contact" })).map((one) => one.reference),
    [reference],
  );
  t.equal((await inbox.list({ state: "dead" })).length, 0);
  t.equal((await inbox.list({ since: clock.ms })).length, 1);
});

t.test("a delivered message keeps none of its words", async (t) => {
  const { inbox, clock, dataDir } = withInbox(t);
  const { reference } = await inbox.add(draft({ fields: { message: "a very secret sentence" } }));
  const seen: InboxMessage[] = [];
  inbox.startDelivery(async (message) => {
    seen.push(message);
    return { kind: "delivered" };
  });
  clock.ms += 5_000;
  await until(async () => (await inbox.get(reference))?.state === "delivered");
  t.match(seen, [{ reference, tries: 2, fields: { message: "a very secret sentence" } }]);
  t.same((await inbox.get(reference))?.fields, {});
  await inbox.close();
  t.notMatch(await readFile(join(dataDir, "inbox.sqlite"), "latin1"), "very secret");
});

t.test(
  "a message that fails is tried again later, then dead, then sent again by staff",
  async (t) => {
    const { inbox, clock } = withInbox(t, { maxTries: 3 });
    const { reference } = await inbox.add(draft());
    let delivery: Delivery = {
      kind: "later",
      retryAfterSeconds: null,
      fault: "content-api: network",
    };
    const at: number[] = [];
    inbox.startDelivery(async () => {
      at.push(clock.ms);
      return delivery;
    });
    const state = async () => (await inbox.get(reference))?.state;
    while ((await state()) === "waiting") {
      clock.ms = Math.max(clock.ms, (await inbox.get(reference))?.dueAt ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    t.equal(await state(), "dead");
    t.equal(at.length, 2, "the visitor's own try was the first of three");
    t.match(await inbox.get(reference), {
      tries: 3,
      dueAt: null,
      lastFault: "content-api: network",
    });
    t.equal(await inbox.purge(clock.ms - DAY_MS), 0);

    delivery = { kind: "delivered" };
    t.equal(await inbox.retry(reference), true);
    await until(async () => (await state()) === "delivered");
    t.equal(await inbox.retry(reference), false, "what was delivered is not sent again");
  },
);

t.test("a refusal is final at once", async (t) => {
  const { inbox, clock } = withInbox(t);
  const { reference } = await inbox.add(draft());
  inbox.startDelivery(async () => ({ kind: "never", fault: "content-api: status 400" }));
  clock.ms += 5_000;
  await until(async () => (await inbox.get(reference))?.state === "dead");
  t.match(await inbox.get(reference), { tries: 2, lastFault: "content-api: status 400" });
});

t.test("two processes never deliver one message both", async (t) => {
  const one = withInbox(t);
  const two = withInbox(t, { dataDir: one.dataDir });
  const count = 60;
  for (let index = 0; index < count; index += 1) await one.inbox.add(draft({ key: `k${index}` }));
  one.clock.ms += 60_000;
  two.clock.ms += 60_000;
  const given: string[] = [];
  for (const { inbox } of [one, two])
    inbox.startDelivery(async ({ key }) => {
      given.push(key);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { kind: "delivered" };
    });
  await until(async () => (await one.inbox.list({ state: "waiting" })).length === 0);
  t.equal(given.length, count);
  t.equal(new Set(given).size, count);
});

t.test(
  "what a dead process was about to deliver is delivered when its lease has ended",
  async (t) => {
    const dying = withInbox(t);
    const { reference } = await dying.inbox.add(draft());
    dying.clock.ms += 5_000;
    let isTaken = false;
    let comeBack: (delivery: Delivery) => void = () => {};
    dying.inbox.startDelivery(
      () =>
        new Promise((resolve) => {
          comeBack = resolve;
          isTaken = true;
        }),
    );
    await until(() => isTaken);

    const heir = withInbox(t, { dataDir: dying.dataDir });
    heir.clock.ms = dying.clock.ms;
    const given: string[] = [];
    heir.inbox.startDelivery(async (message) => {
      given.push(message.reference);
      return { kind: "delivered" };
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    t.same(given, [], "not before");
    heir.clock.ms += 11_000;
    await until(async () => (await heir.inbox.get(reference))?.state === "delivered");
    t.same(given, [reference]);
    comeBack({ kind: "later", retryAfterSeconds: null, fault: "too late to say" });
    await dying.inbox.close();
    t.equal((await heir.inbox.get(reference))?.state, "delivered");
  },
);

t.test("a deliverer that throws loses nothing", async (t) => {
  const { inbox, clock, faults } = withInbox(t);
  const { reference } = await inbox.add(draft());
  let isBroken = true;
  inbox.startDelivery(async () => {
    if (isBroken) throw new Error("a fault of ours");
    return { kind: "delivered" };
  });
  clock.ms += 5_000;
  await until(() => faults.length > 0);
  t.equal((await inbox.get(reference))?.state, "waiting");
  isBroken = false;
  clock.ms += 11_000;
  await until(async () => (await inbox.get(reference))?.state === "delivered");
});

t.test("age erases everything but what still waits", async (t) => {
  const { inbox, clock } = withInbox(t);
  const waiting = await inbox.add(draft());
  await inbox.add(draft({ form: "volunteer", state: "kept" }));
  await inbox.add(draft({ state: "held" }));
  clock.ms += 400 * DAY_MS;
  const young = await inbox.add(draft({ form: "partner", state: "kept" }));
  t.equal(await inbox.purge(clock.ms - 365 * DAY_MS), 2);
  const left = (await inbox.list({})).map(({ reference }) => reference);
  t.same(left, [young.reference, waiting.reference]);
});

t.test("closing lets what is under way finish", async (t) => {
  const { inbox, clock, dataDir } = withInbox(t);
  const { reference } = await inbox.add(draft());
  let finish = () => {};
  inbox.startDelivery(
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ kind: "delivered" });
      }),
  );
  const empty = finish;
  clock.ms += 5_000;
  await until(() => finish !== empty);
  const closing = inbox.close();
  finish();
  await closing;
  const other = withInbox(t, { dataDir });
  t.equal((await other.inbox.get(reference))?.state, "delivered");
});
