import type { GiftStats } from "../../contract/gift-stats.ts";
import { type Gift, giftSchema } from "../gift.schema.ts";
import type { GiftFilter } from "./gift-store.ts";

/** A gift with the text it is stored as. */
export interface StoredGift {
  gift: Gift;
  text: string;
}

/** What a database does for the store of gifts: every call is one step, and is on the disk when it resolves. */
export interface GiftRecords {
  /** False when the reference is known. */
  insert(gift: Gift): Promise<boolean>;
  read(reference: string): Promise<StoredGift | null>;
  /** False when it is no longer stored as it was read. */
  replace(read: StoredGift, gift: Gift): Promise<boolean>;
  /** False when it is no longer stored as it was read. */
  remove(read: StoredGift): Promise<boolean>;
  /** Newest first. */
  find(filter: GiftFilter): Promise<StoredGift[]>;
  /** The gift whose check is due longest, milliseconds. */
  findDue(now: number): Promise<StoredGift | null>;
  stats(): Promise<GiftStats>;
  close(): Promise<void>;
}

/** Reads a stored gift. */
export const storedGift = (text: string): StoredGift => ({
  text,
  gift: giftSchema.parse(JSON.parse(text)),
});

/** When the gift came into its state, ISO 8601. */
export const sinceOf = ({ history, createdAt }: Gift): string => history.at(-1)?.at ?? createdAt;
