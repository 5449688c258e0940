import t, { type Test } from "tap";
import type { GiftEvent } from "../../../../server/giving/gift-states.ts";
import { type GiftDraft, newGift } from "../../../../server/giving/new-gift.ts";
import { createGiftStore } from "../../../../server/giving/store/create-gift-store.ts";
import type { GiftStore } from "../../../../server/giving/store/gift-store.ts";
import { openGifts } from "../../../../server/giving/store/open-gifts.ts";
import { openRedisGifts } from "../../../../server/giving/store/redis-gifts.ts";
import { openSqliteGifts } from "../../../../server/giving/store/sqlite-gifts.ts";
import { openRedisLink } from "../../../../server/storage/redis-connection.ts";
import { startRedisServer } from "../../../setup/services/redis-server.ts";
import { testFolder } from "../../../setup/test-folder.ts";
import { giftDraft } from "./gift-draft.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const MINUTE = 60_000;

/** Two processes that share the gifts. */
type OpenTwo = (t: Test) => Promise<[GiftStore, GiftStore]>;

const STORES: Record<string, OpenTwo> = {
  SQLite: async (t) => {
    const dataDir = testFolder(t);
    const open = () => createGiftStore(openSqliteGifts(dataDir));
    const stores: [GiftStore, GiftStore] = [open(), open()];
    t.teardown(() => Promise.all(stores.map((store) => store.close())));
    return stores;
  },
  Redis: async (t) => {
    const redis = await startRedisServer(testFolder(t));
    t.teardown(redis.kill);
    const open = async () => {
      const link = openRedisLink({ url: redis.url, onChange: () => {} });
      await link.ready();
      t.teardown(link.close);
      return createGiftStore(openRedisGifts(link));
    };
    return [await open(), await open()];
  },
};

const gift = (more: Partial<GiftDraft> = {}, at = NOW) => newGift(giftDraft(more), at);
const event = (state: GiftEvent["state"], more: Partial<GiftEvent> = {}): GiftEvent => ({
  state,
  by: "provider",
  at: new Date(NOW + MINUTE).toISOString(),
  ...more,
});
const pendingFrom = (ms: number) => event("pending", { nextCheckAt: new Date(ms).toISOString() });

for (const [name, openTwo] of Object.entries(STORES))
  t.test(name, async (t) => {
    const [one, two] = await openTwo(t);
    const keyOf = (index: number) => `key-${index}`;

    t.test("the same key is the same gift, also when two processes add it at once", async (t) => {
      const added = await Promise.all(
        [one, two, one, two].map((store, index) => store.add(gift({}, NOW + index))),
      );
      const [first] = added;
      for (const each of added) t.same(each, first);
      t.same(await two.get(first?.reference ?? ""), first);
      t.equal((await one.list({})).length, 1);
      t.equal(await one.get("G-0000-0000-0000-0000"), null);
    });

    t.test("an event changes a gift once, and nothing puts it back", async (t) => {
      const { reference } = await one.add(gift());
      const results = await Promise.all(
        [one, two, one, two].map((store) => store.apply(reference, event("paid"))),
      );
      t.equal(results.filter((result) => result?.kind === "changed").length, 1);
      t.equal((await one.apply(reference, event("failed")))?.kind, "refused");
      t.same(
        (await two.get(reference))?.history.map(({ state }) => state),
        ["pledged", "paid"],
      );
      t.equal(await one.apply("G-0000-0000-0000-0000", event("paid")), null);
    });

    t.test("lists are newest first and filtered", async (t) => {
      await one.add(gift({ idempotencyKey: keyOf(1), purpose: "wells", currency: "USD" }, NOW + 1));
      await one.add(gift({ idempotencyKey: keyOf(2) }, Date.parse("2026-10-31T23:59:59Z")));
      const months = async (filter: Parameters<GiftStore["list"]>[0]) =>
        (await two.list(filter)).map(({ createdAt }) => createdAt.slice(5, 7));
      t.same(await months({}), ["11", "11", "10"]);
      t.same(await months({ month: "2026-10" }), ["10"]);
      t.same(await months({ currency: "TZS" }), ["11", "10"]);
      t.same(await months({ purpose: "wells" }), ["11"]);
      t.same(await months({ state: "paid" }), ["11"]);
      t.same(await months({ state: "refunded" }), []);
    });

    t.test(
      "a due check is given to one process, and comes again when it is not settled",
      async (t) => {
        const { reference } = await one.add(gift({ idempotencyKey: keyOf(3) }));
        await one.apply(reference, pendingFrom(NOW + MINUTE));
        const claim = (store: GiftStore, now: number) =>
          store.claimDue({ now, leaseEnd: now + 2 * MINUTE });
        t.equal(await claim(one, NOW), null);
        const claims = await Promise.all([claim(one, NOW + MINUTE), claim(two, NOW + MINUTE)]);
        t.same(claims.map((claimed) => claimed?.checks ?? 0).sort(), [0, 1]);
        t.equal((await claim(one, NOW + 3 * MINUTE))?.checks, 2);
        await two.reschedule(reference, NOW + 60 * MINUTE);
        t.equal(await claim(one, NOW + 30 * MINUTE), null);
        t.equal((await claim(one, NOW + 60 * MINUTE))?.reference, reference);
        const claimed = await claim(one, NOW + 700 * MINUTE);
        await two.reschedule(reference, NOW + 701 * MINUTE);
        await one.reschedule(reference, NOW + 800 * MINUTE, claimed ?? undefined);
        t.ok(await claim(one, NOW + 701 * MINUTE), "made due again while it was claimed");
        await one.reschedule(reference, null);
        t.equal(await claim(one, NOW + 6_000 * MINUTE), null);
      },
    );

    t.test("stats count by state and currency, and know the oldest pending gift", async (t) => {
      const { counts, oldestPendingAt } = await two.stats();
      t.match(counts, {
        pledged: { USD: 1, TZS: 1 },
        pending: { USD: 0, TZS: 1 },
        paid: { TZS: 1 },
      });
      t.equal(oldestPendingAt, NOW + MINUTE);
      const [pending] = await two.list({ state: "pending" });
      await one.apply(pending?.reference ?? "", event("failed"));
      t.equal((await two.stats()).oldestPendingAt, null);
      t.equal((await one.apply(pending?.reference ?? "", event("paid")))?.kind, "changed");
    });

    t.test("the donor is forgotten, the money is not", async (t) => {
      const added = await one.add(gift({ idempotencyKey: keyOf(4) }));
      await one.apply(added.reference, event("paid", { note: "Asha called" }));
      t.equal(await two.forgetDonor(added.reference), true);
      const { donor, amountMinor, history } = (await one.get(added.reference)) ?? added;
      t.equal(donor, null);
      t.equal(amountMinor, added.amountMinor);
      t.notMatch(JSON.stringify(history), /Asha/);
      t.equal(await one.forgetDonor("G-0000-0000-0000-0000"), false);
    });

    t.test("old gifts: unpaid ones go, of paid ones the donor, pending ones stay", async (t) => {
      const { reference } = await one.add(gift({ idempotencyKey: keyOf(5) }));
      await one.apply(reference, pendingFrom(NOW));
      await one.purge(NOW + 1);
      const left = await two.list({});
      t.same([...new Set(left.map(({ state }) => state))].sort(), ["paid", "pending", "pledged"]);
      for (const { state, createdAt, donor } of left)
        t.equal(donor === null, state === "paid", `${state} of ${createdAt}`);
      t.ok(
        left.every(({ state, createdAt }) => state !== "pledged" || Date.parse(createdAt) > NOW),
      );
      t.equal(await one.purge(NOW + 1), 0, "nothing is counted twice");
    });
  });

t.test(
  "a check that another process claims just before the gift is read is not claimed again",
  async (t) => {
    const records = openSqliteGifts(testFolder(t));
    t.teardown(() => records.close());
    const other = createGiftStore(records);
    const { reference } = await other.add(gift());
    await other.apply(reference, pendingFrom(NOW + MINUTE));
    const terms = { now: NOW + MINUTE, leaseEnd: NOW + 3 * MINUTE };
    let isFirst = true;
    const findDue = async (now: number) => {
      if (!isFirst) return records.findDue(now);
      isFirst = false;
      t.equal((await other.claimDue(terms))?.checks, 1);
      return records.read(reference);
    };
    t.equal(await createGiftStore({ ...records, findDue }).claimDue(terms), null);
    t.equal((await other.get(reference))?.checks, 1);
  },
);

t.test("while Redis is down gifts are on this machine, and move when it is back", async (t) => {
  const redis = await startRedisServer(testFolder(t));
  t.teardown(redis.kill);
  const link = openRedisLink({ url: redis.url, onChange: () => {} });
  await link.ready();
  let isUp = false;
  const dataDir = testFolder(t);
  const open = (isNowUp: boolean) => {
    isUp = isNowUp;
    return openGifts({
      dataDir,
      redis: { ...link, isUp: () => isUp },
      onError: (error) => t.fail(String(error)),
    });
  };
  const alone = open(false);
  const { reference } = await alone.add(gift());
  await alone.apply(reference, pendingFrom(NOW));
  t.equal((await alone.stats()).counts.pending.TZS, 1);
  await t.rejects(alone.get("G-0000-0000-0000-0000"), { name: "RedisError" });
  await alone.close();

  // Another instance had heard that it is paid.
  const elsewhere = createGiftStore(openRedisGifts(link));
  await elsewhere.add(gift());
  await elsewhere.apply(reference, event("paid"));
  const together = open(true);
  await together.close();
  t.equal((await elsewhere.get(reference))?.state, "paid");
  t.equal((await createGiftStore(openSqliteGifts(dataDir)).list({})).length, 0);
  link.close();
});
