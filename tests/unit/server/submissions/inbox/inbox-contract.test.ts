import t, { type Test } from "tap";
import type { Delivery } from "../../../../../server/submissions/inbox/inbox.ts";
import { testFolder } from "../../../../setup/test-folder.ts";
import { until } from "../../../../setup/until.ts";
import { draft, type OpenedInbox, withInbox } from "./with-inbox.ts";
import { withRedisInbox } from "./with-redis-inbox.ts";

const DAY_MS = 86_400_000;

interface Options {
  /** Of another process's inbox, to share it. */
  place?: string;
  maxTries?: number;
}

const STORES = {
  SQLite: async (t: Test, { place, maxTries = 3 }: Options = {}): Promise<OpenedInbox> => {
    const dataDir = place ?? testFolder(t);
    return { ...withInbox(t, { dataDir, maxTries }), place: dataDir };
  },
  Redis: withRedisInbox,
} as const;

for (const [store, open] of Object.entries(STORES))
  t.test(store, async (t) => {
    t.test("a known key is the same message", async (t) => {
      const { inbox } = await open(t);
      const first = await inbox.add(draft({ key: "same" }));
      const again = await inbox.add(draft({ key: "same", fields: { name: "other" } }));
      t.same(again, first);
      t.equal((await inbox.list({})).length, 1);
    });

    t.test("stats count each state and give the age of the oldest waiting message", async (t) => {
      const { inbox, clock } = await open(t);
      const nothing = { waiting: 0, delivered: 0, dead: 0, kept: 0, held: 0 };
      t.same(await inbox.inboxStats(), { counts: nothing, oldestWaitingAt: null });
      const since = clock.ms;
      await inbox.add(draft({ key: "first" }));
      clock.ms += DAY_MS;
      await inbox.add(draft({ key: "second" }));
      await inbox.add(draft({ key: "third", form: "partner", state: "kept" }));
      const counts = { ...nothing, waiting: 2, kept: 1 };
      t.same(await inbox.inboxStats(), { counts, oldestWaitingAt: since });
    });

    t.test("lists are newest first and filtered", async (t) => {
      const { inbox, clock } = await open(t);
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

    t.test("a failed message is retried, then dead, then retried by staff", async (t) => {
      const { inbox, clock } = await open(t, { maxTries: 3 });
      const { reference } = await inbox.add(draft());
      let delivery: Delivery = {
        kind: "later",
        retryAfterSeconds: null,
        error: "content-api: network",
      };
      const at: number[] = [];
      inbox.startDelivery(async () => {
        at.push(clock.ms);
        return delivery;
      });
      const state = async () => (await inbox.get(reference))?.state;
      await until(async () => {
        clock.ms = Math.max(clock.ms, (await inbox.get(reference))?.dueAt ?? 0);
        return (await state()) !== "waiting";
      });
      t.equal(await state(), "dead");
      t.equal(at.length, 2, "the visitor's own try was the first of three");
      t.match(await inbox.get(reference), {
        tries: 3,
        dueAt: null,
        lastError: "content-api: network",
      });
      t.equal(await inbox.purge(clock.ms - DAY_MS), 0);

      delivery = { kind: "delivered" };
      t.equal(await inbox.retry(reference), true);
      await until(async () => (await state()) === "delivered");
      t.equal(await inbox.retry(reference), false, "what was delivered is not sent again");
    });

    t.test("a refusal is final at once", async (t) => {
      const { inbox, clock } = await open(t);
      const { reference } = await inbox.add(draft());
      inbox.startDelivery(async () => ({ kind: "never", error: "content-api: status 400" }));
      clock.ms += 5_000;
      await until(async () => (await inbox.get(reference))?.state === "dead");
      t.match(await inbox.get(reference), { tries: 2, lastError: "content-api: status 400" });
    });

    t.test("no message is delivered by two processes", async (t) => {
      const one = await open(t);
      const two = await open(t, { place: one.place });
      const count = 60;
      for (let index = 0; index < count; index += 1)
        await one.inbox.add(draft({ key: `k${index}` }));
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

    t.test("no message is lost when the delivery throws", async (t) => {
      const { inbox, clock, errors } = await open(t);
      const { reference } = await inbox.add(draft());
      let isBroken = true;
      inbox.startDelivery(async () => {
        if (isBroken) throw new Error("internal error");
        return { kind: "delivered" };
      });
      clock.ms += 5_000;
      await until(() => errors.length > 0);
      t.equal((await inbox.get(reference))?.state, "waiting");
      isBroken = false;
      clock.ms += 11_000;
      await until(async () => (await inbox.get(reference))?.state === "delivered");
    });

    t.test("a purge erases all old messages but waiting ones", async (t) => {
      const { inbox, clock } = await open(t);
      const waiting = await inbox.add(draft());
      await inbox.add(draft({ form: "volunteer", state: "kept" }));
      await inbox.add(draft({ state: "held" }));
      clock.ms += 400 * DAY_MS;
      const young = await inbox.add(draft({ form: "partner", state: "kept" }));
      t.equal(await inbox.purge(clock.ms - 365 * DAY_MS), 2);
      const left = (await inbox.list({})).map(({ reference }) => reference);
      t.same(left, [young.reference, waiting.reference]);
    });

    t.test("closing waits for deliveries in progress", async (t) => {
      const { inbox, clock, place } = await open(t);
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
      const other = await open(t, { place });
      t.equal((await other.inbox.get(reference))?.state, "delivered");
    });

    t.test("a held message is delivered once after staff retry it", async (t) => {
      const { inbox, clock } = await open(t);
      const { reference } = await inbox.add(draft({ key: "held", state: "held", tries: 0 }));
      const given: string[] = [];
      inbox.startDelivery(async ({ key, tries }) => {
        given.push(`${key} ${tries}`);
        return { kind: "delivered" };
      });
      t.equal(await inbox.retry(reference), true);
      clock.ms += 1;
      await until(async () => (await inbox.get(reference))?.state === "delivered");
      t.same(given, ["held 1"]);
      t.equal((await inbox.list({})).length, 1);
      t.equal((await inbox.add(draft({ key: "held", state: "held" }))).reference, reference);
      t.equal(await inbox.remove(reference), true);
      t.equal(await inbox.get(reference), null);
    });

    t.test(
      "the fields of a delivered message are erased, those of an application are not",
      async (t) => {
        const { inbox, clock } = await open(t);
        const sent = await inbox.add(draft());
        const application = await inbox.add(draft({ form: "partner", state: "kept" }));
        inbox.startDelivery(async () => ({ kind: "delivered" }));
        clock.ms += 5_000;
        await until(async () => (await inbox.get(sent.reference))?.state === "delivered");
        t.match(await inbox.get(sent.reference), { fields: {}, dueAt: null, lastError: null });
        t.match(await inbox.get(application.reference), {
          fields: { message: "Habari" },
          dueAt: null,
        });
        t.equal(await inbox.retry(application.reference), false);
      },
    );
  });
