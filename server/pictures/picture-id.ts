import { createHmac, timingSafeEqual } from "node:crypto";

/** 128 bits. */
const MAC_BYTES = 16;
/** 48 bits of a digest of the bytes; zero before they are known. */
const VERSION_BYTES = 6;
const MAX_ID_LENGTH = 3_000;

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

  return {
    idOf: ({ address, version }) => {
      const versionBytes = Buffer.alloc(VERSION_BYTES);
      if (version !== null) versionBytes.write(version, "hex");
      const signed = Buffer.concat([versionBytes, Buffer.from(shortened(address))]);
      return Buffer.concat([macOf(keys()[0], signed), signed]).toString("base64url");
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
