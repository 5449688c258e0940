import { createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { SECOND_MS } from "../../shared/time.ts";
import { isSecret } from "../http/headers.ts";

const KEY_NAME = "picture-key";

/** The form of an id: 132 bits of an HMAC, 48 bits of a digest of the bytes, and the address. */
const ID = /^([\w-]{22})([\da-f]{12})([\w-]{1,4000})$/;

const NO_VERSION = "0".repeat(12);

/** An absolute address at the source, and a digest of the bytes, which is null until the picture has been fetched. */
type PictureName = { address: string; version: string | null };

type Keys = readonly [string, ...string[]];

export type PictureIds = ReturnType<typeof createPictureIds>;

const macOf = (key: string, signed: string) =>
  createHmac("sha256", key).update(signed).digest("base64url").slice(0, 22);

/**
 * Creates and reads signed ids. An id that was changed or made up is refused, so that the route is no open proxy. The first key
 * signs; ids of all keys are read. Addresses of the content API are stored as paths, so that its host stays private.
 */
export function createPictureIds({ keys, baseUrl }: { keys: () => Keys; baseUrl: string }) {
  const { origin } = new URL(baseUrl);
  return {
    idOf: ({ address, version }: PictureName): string => {
      const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
      const signed = (version ?? NO_VERSION) + Buffer.from(path).toString("base64url");
      return macOf(keys()[0], signed) + signed;
    },
    /** Returns null for any text that is not an id of ours. */
    read: (id: string): PictureName | null => {
      const [, mac = "", version = "", path = ""] = ID.exec(id) ?? [];
      if (!keys().some((key) => isSecret(mac, macOf(key, version + path)))) return null;
      const address = Buffer.from(path, "base64url").toString();
      return {
        address: address.startsWith("/") ? origin + address : address,
        version: version === NO_VERSION ? null : version,
      };
    },
  };
}

/**
 * Returns the keys of picture ids: the setting `PICTURE_KEY` signs, otherwise the key in the store, which the first instance made.
 * Ids of `PICTURE_KEY_BEFORE` and of the store's key are read too, so that a change of keys breaks no address. A process that
 * starts while the store is down signs with a key that no other process accepts: shared caches fetch those pictures again later.
 */
export async function openPictureKeys({ store, config }: FastifyInstance): Promise<() => Keys> {
  const { PICTURE_KEY: setting, PICTURE_KEY_BEFORE: before } = config;
  const given = [setting, before].filter((key) => key !== undefined);
  const own = randomBytes(32).toString("base64");
  const keysWith = (...others: readonly string[]): Keys => {
    const [first = own, ...rest] = [...given, ...others];
    return [first, ...rest, own];
  };
  let keys = keysWith();
  async function learn(): Promise<void> {
    if (store.fault() !== null) return;
    await store.db
      .insertInto("secrets")
      .values({ name: KEY_NAME, value: own })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const query = store.db.selectFrom("secrets").select("value").where("name", "=", KEY_NAME);
    keys = keysWith((await query.executeTakeFirstOrThrow()).value);
    clearInterval(timer);
  }
  // The store itself reports that it is down.
  const tryToLearn = () => learn().catch(() => {});
  const timer = setInterval(tryToLearn, SECOND_MS).unref();
  await tryToLearn();
  return () => keys;
}
