import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Store } from "../store/store.ts";
import { type Gift, type GiftDraft, newGift } from "./gift.ts";

const SECRET_NAME = "pledge-key";
/** The most equal pledges of one day. */
const MAX_ATTEMPTS = 50;

/** Returns the secret of the store, without which nobody can compute the reference of a pledge from what its donor typed. */
async function readSecret(db: Store["db"]): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name: SECRET_NAME, value: randomBytes(32).toString("base64") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const query = db.selectFrom("secrets").select("value").where("name", "=", SECRET_NAME);
  return (await query.executeTakeFirstOrThrow()).value;
}

/** The key of a post. A key that the form carried is random; otherwise the key is a digest of what was typed on one day. */
export interface PledgePost {
  key: string;
  hasClientKey: boolean;
  note?: string | undefined;
}

/**
 * Stores a pledge before it is acknowledged. The same post again is the same gift. Without a key of the form, an equal post is the
 * same gift only until that gift has gone on: then somebody pledges the same amount again.
 */
export async function addPledge(
  app: FastifyInstance,
  draft: Omit<GiftDraft, "idempotencyKey">,
  { key, hasClientKey, note }: PledgePost,
): Promise<Gift> {
  const { giving, store, clock } = app;
  const add = (idempotencyKey: string) =>
    giving.gifts.add(newGift({ ...draft, idempotencyKey }, clock(), note));
  if (hasClientKey) return add(key);
  const secret = await readSecret(store.db);
  for (let attempt = 0; ; attempt += 1) {
    const hmac = createHmac("sha256", secret).update(`${key} ${attempt}`);
    const gift = await add(hmac.digest("hex"));
    if (gift.state === "pledged" || attempt >= MAX_ATTEMPTS) return gift;
  }
}
