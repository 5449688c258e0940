import { createHmac, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";

/** 128 bits. */
const MAC_BYTES = 16;
/** 48 bits of a digest of the bytes; zero before they are known. */
const VERSION_BYTES = 6;
const MAX_ID_LENGTH = 3_000;
/** Ids in memory: a page has some twenty, and a digest takes as long as rendering a card. */
const MAX_SIGNED = 2_000;

/** What an id names: an address at the source, in the version whose digest is `version`. */
export interface PictureName {
  /** Absolute http(s). */
  address: string;
  /** Null before the picture was fetched. */
  version: string | null;
}

/** Signed ids. An id that was changed or made up is refused, so that the route is no open proxy. */
export interface PictureIds {
  idOf(name: PictureName): string;
  /** Null for any text that is not an id of ours. */
  read(id: string): PictureName | null;
}

interface Options {
  /** The first one signs; ids of all are read. */
  keys: () => readonly [Buffer, ...Buffer[]];
  /** The content API's URL. Addresses on its origin are stored as paths: the host stays private. */
  baseUrl: string;
}

const macOf = (key: Buffer, signed: Buffer) =>
  createHmac("sha256", key).update(signed).digest().subarray(0, MAC_BYTES);

export function createPictureIds({ keys, baseUrl }: Options): PictureIds {
  const { origin } = new URL(baseUrl);
  const shortened = (address: string) =>
    address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const sign = ({ address, version }: PictureName, key: Buffer): string => {
    const versionBytes = Buffer.alloc(VERSION_BYTES);
    if (version !== null) versionBytes.write(version, "hex");
    const signed = Buffer.concat([versionBytes, Buffer.from(shortened(address))]);
    return Buffer.concat([macOf(key, signed), signed]).toString("base64url");
  };
  const known = new LRUCache<string, { id: string; key: Buffer }>({ max: MAX_SIGNED });

  return {
    idOf: (name) => {
      const [key] = keys();
      const nameText = `${name.version ?? ""} ${name.address}`;
      const before = known.get(nameText);
      if (before?.key === key) return before.id;
      const id = sign(name, key);
      known.set(nameText, { id, key });
      return id;
    },
    read: (id) => {
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
