import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { SECOND_MS } from "../../shared/time.ts";
import type { Store } from "../store/store.ts";

const KEY_NAME = "picture-key";
const KEY_BYTES = 32;
/** 128 bits. */
const MAC_BYTES = 16;
/** 48 bits of a digest of the bytes; zero before they are known. */
const VERSION_BYTES = 6;
const MAX_ID_LENGTH = 3_000;
/** Ids that are remembered: a page has dozens of pictures, and signing takes longer than all else of them. */
const MAX_KNOWN_IDS = 2_000;

/** What an id names: an address at the source, in the version whose digest is `version`. */
interface PictureName {
  /** Absolute http(s). */
  address: string;
  /** Null before the picture was fetched. */
  version: string | null;
}

type Keys = readonly [Buffer, ...Buffer[]];

/** Signed ids. An id that was changed or made up is refused, so that the route is no open proxy. */
export type PictureIds = ReturnType<typeof createPictureIds>;

const macOf = (key: Buffer, signed: Buffer) =>
  createHmac("sha256", key).update(signed).digest().subarray(0, MAC_BYTES);

/**
 * The first key signs; ids of all are read. Addresses on the origin of the content API (`baseUrl`) are stored as paths: its
 * host stays private.
 */
export function createPictureIds({ keys, baseUrl }: { keys: () => Keys; baseUrl: string }) {
  const { origin } = new URL(baseUrl);
  const known = new LRUCache<string, { key: Buffer; id: string }>({ max: MAX_KNOWN_IDS });
  return {
    idOf: ({ address, version }: PictureName): string => {
      const [key] = keys();
      const name = `${version} ${address}`;
      const before = known.get(name);
      if (before?.key === key) return before.id;
      const isOwn = address.startsWith(`${origin}/`);
      const signed = Buffer.concat([
        Buffer.from(version ?? "0".repeat(2 * VERSION_BYTES), "hex"),
        Buffer.from(isOwn ? address.slice(origin.length) : address),
      ]);
      const id = Buffer.concat([macOf(key, signed), signed]).toString("base64url");
      known.set(name, { key, id });
      return id;
    },
    /** Null for any text that is not an id of ours. */
    read: (id: string): PictureName | null => {
      if (id.length > MAX_ID_LENGTH || !/^[\w-]+$/.test(id)) return null;
      const bytes = Buffer.from(id, "base64url");
      // One spelling for each id: unused bits at the end must be zero.
      if (bytes.toString("base64url") !== id) return null;
      const signed = bytes.subarray(MAC_BYTES);
      if (signed.length <= VERSION_BYTES) return null;
      const mac = bytes.subarray(0, MAC_BYTES);
      if (!keys().some((key) => timingSafeEqual(macOf(key, signed), mac))) return null;
      const version = signed.subarray(0, VERSION_BYTES).toString("hex");
      const address = signed.subarray(VERSION_BYTES).toString();
      return {
        address: address.startsWith("/") ? origin + address : address,
        version: /^0+$/.test(version) ? null : version,
      };
    },
  };
}

/** The first instance's key is that of all. */
async function storedKey({ db }: Store, candidate: Buffer): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name: KEY_NAME, value: candidate.toString("base64") })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const query = db.selectFrom("secrets").select("value").where("name", "=", KEY_NAME);
  return Buffer.from((await query.executeTakeFirstOrThrow()).value, "base64");
}

/**
 * The key of the setting `PICTURE_KEY`, else the one in the store, which its first start made. While the store is down
 * at a start, the process signs with a key of its own, which it accepts until it ends; a start after it does not, and
 * shared caches fetch those pictures again under the addresses of the next pages.
 */
export async function openPictureKeys(store: Store, setting: string | undefined) {
  const own =
    setting === undefined ? randomBytes(KEY_BYTES) : createHash("sha256").update(setting).digest();
  let keys: Keys = [own];
  let timer: NodeJS.Timeout | undefined;
  async function learn(): Promise<void> {
    if (store.fault() !== null) return;
    const stored = await storedKey(store, own);
    clearInterval(timer);
    keys = [stored, own];
  }
  // The store says itself that it is down.
  const tryToLearn = () => learn().catch(() => {});
  if (setting === undefined) {
    timer = setInterval(tryToLearn, SECOND_MS).unref();
    await tryToLearn();
  }
  return { all: () => keys, close: () => clearInterval(timer) };
}
