import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PictureFacts, PictureIndex } from "./store/picture-index.ts";

const MAX_PICTURES = 20_000;

/** What is known of each picture, in memory and on disk. */
export interface KnownPictures {
  get(address: string): PictureFacts | undefined;
  set(address: string, facts: PictureFacts): void;
  delete(address: string): void;
}

export function openKnownPictures(index: PictureIndex): KnownPictures {
  const known = new LRUCache<string, PictureFacts>({
    max: MAX_PICTURES,
    dispose: (_facts, address, reason) => {
      if (reason !== "set") index.deleteFacts(address);
    },
  });
  for (const [address, facts] of index.facts()) known.set(address, facts);
  return {
    get: (address) => known.get(address),
    set: (address, facts) => {
      known.set(address, facts);
      index.putFacts(address, facts);
    },
    delete: (address) => void known.delete(address),
  };
}

/** The name of a file of the picture: `variant` is `original`, or width and format (`640.webp`). */
export function fileName(address: string, version: string, variant: string): string {
  const digest = createHash("sha256").update(address).digest("hex").slice(0, 24);
  return `${digest}-${version}-${variant}`.replace("-original", ".original");
}
