import { createHash, randomBytes } from "node:crypto";
import { SECOND_MS } from "../../shared/time.ts";
import type { Store } from "../store/store.ts";

const NAME = "picture-key";
const KEY_BYTES = 32;

/** The keys that sign picture ids: the first signs, all are accepted. */
export interface PictureKeys {
  all: () => readonly [Buffer, ...Buffer[]];
  /** Resolves when the key of the store is known, or the store is down. Never rejects. */
  ready: Promise<void>;
  close: () => void;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** The first instance's key is that of all. */
async function storedKey({ db }: Store, candidate: Buffer): Promise<Buffer> {
  const row = { name: NAME, value: candidate.toString("base64") };
  const insert = db.insertInto("secrets").values(row);
  await insert.onConflict((conflict) => conflict.column("name").doNothing()).execute();
  const query = db.selectFrom("secrets").select("value").where("name", "=", NAME);
  const { value } = await query.executeTakeFirstOrThrow();
  const key = Buffer.from(value, "base64");
  return key.length === KEY_BYTES ? key : candidate;
}

/**
 * The key of the setting `PICTURE_KEY`, else the one in the store, which its first start made. While the store is down
 * at a start, the process signs with a key of its own, which it accepts until it ends; a start after it does not, and
 * shared caches fetch those pictures again under the addresses of the next pages.
 */
export function openPictureKeys(store: Store, setting: string | undefined): PictureKeys {
  if (setting !== undefined) {
    const only = digestOf(setting);
    return { all: () => [only], ready: Promise.resolve(), close: () => {} };
  }
  let keys: [Buffer, ...Buffer[]] = [randomBytes(KEY_BYTES)];
  const learn = async () => {
    if (store.fault() !== null) return;
    const [own] = keys;
    const stored = await storedKey(store, own);
    clearInterval(timer);
    if (!stored.equals(own)) keys = [stored, own];
  };
  // The store says itself that it is down.
  const tryToLearn = () => learn().catch(() => {});
  const timer = setInterval(tryToLearn, SECOND_MS);
  timer.unref();
  return { all: () => keys, ready: tryToLearn(), close: () => clearInterval(timer) };
}
