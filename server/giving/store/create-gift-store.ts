import type { Gift } from "../gift.schema.ts";
import { type Applied, applyEvent } from "../gift-states.ts";
import type { GiftRecords, StoredGift } from "./gift-records.ts";
import type { GiftStore } from "./gift-store.ts";

const isoTime = (ms: number) => new Date(ms).toISOString();

/** Without the donor, and without notes, which staff may have filled with names. */
function forgotten(gift: Gift): Gift {
  const history = gift.history.map(({ note: _, ...step }) => step);
  return { ...gift, donor: null, mayWrite: false, history };
}

/** The accounts need these after the donor is forgotten. */
const WITH_MONEY: readonly Gift["state"][] = ["paid", "refunded"];

/** Null when there is no such gift, else what `change` made of it, again while others change it; the same object changes nothing. */
async function update(
  records: GiftRecords,
  reference: string,
  change: (gift: Gift) => Gift,
): Promise<{ before: Gift; after: Gift } | null> {
  for (;;) {
    const read = await records.read(reference);
    if (read === null) return null;
    const after = change(read.gift);
    if (after === read.gift || (await records.replace(read, after)))
      return { before: read.gift, after };
  }
}

/** True when the old gift was removed, or its donor forgotten. */
async function expire(records: GiftRecords, read: StoredGift): Promise<boolean> {
  const { gift } = read;
  if (gift.state === "pending") return false;
  if (!WITH_MONEY.includes(gift.state)) return records.remove(read);
  return gift.donor !== null && records.replace(read, forgotten(gift));
}

/** False for a gift that another process claimed after it was found and before it was read. */
const isDue = ({ nextCheckAt }: Gift, now: number): boolean =>
  nextCheckAt !== null && Date.parse(nextCheckAt) <= now;

/** The rules of the store, over any records: compare and set, again while others change the same gift. */
export function createGiftStore(records: GiftRecords): GiftStore {
  return {
    async add(gift) {
      for (;;) {
        if (await records.insert(gift)) return gift;
        const known = await records.read(gift.reference);
        if (known !== null) return known.gift;
      }
    },
    get: async (reference) => (await records.read(reference))?.gift ?? null,
    async apply(reference, event) {
      let applied: Applied | null = null;
      const updated = await update(records, reference, (gift) => {
        applied = applyEvent(gift, event);
        return applied.gift;
      });
      return updated && applied;
    },
    list: async (filter) => (await records.find(filter)).map(({ gift }) => gift),
    stats: () => records.stats(),
    async claimDue({ now, leaseEnd }) {
      for (;;) {
        const due = await records.findDue(now);
        if (due === null) return null;
        const { gift } = due;
        const claimed = { ...gift, nextCheckAt: isoTime(leaseEnd), checks: gift.checks + 1 };
        if (isDue(gift, now) && (await records.replace(due, claimed))) return claimed;
      }
    },
    async reschedule(reference, nextCheckAt, claimed) {
      await update(records, reference, (gift) =>
        claimed === undefined || gift.nextCheckAt === claimed.nextCheckAt
          ? { ...gift, nextCheckAt: nextCheckAt === null ? null : isoTime(nextCheckAt) }
          : gift,
      );
    },
    forgetDonor: async (reference) => (await update(records, reference, forgotten)) !== null,
    async purge(createdBefore) {
      let count = 0;
      for (const read of await records.find({}))
        if (Date.parse(read.gift.createdAt) < createdBefore && (await expire(records, read)))
          count += 1;
      return count;
    },
    close: () => records.close(),
  };
}
