import type { Store } from "../store/store.ts";

/** Counts the new messages and the pledges of which nothing is recorded yet. Resolves to null while the store is down. */
export async function countNewMessages({ db, fault }: Store): Promise<number | null> {
  if (fault() !== null) return null;
  try {
    const messages = db.selectFrom("messages").where("deskState", "=", "new");
    const pledges = db.selectFrom("gifts").where("state", "=", "pledged");
    const counts = await db
      .selectFrom([
        messages.select(({ fn }) => fn.countAll<number>().as("messages")).as("newMessages"),
        pledges.select(({ fn }) => fn.countAll<number>().as("pledges")).as("openPledges"),
      ])
      .selectAll()
      .executeTakeFirstOrThrow();
    return Number(counts.messages) + Number(counts.pledges);
  } catch (error) {
    if (fault() === null) throw error;
    return null;
  }
}
