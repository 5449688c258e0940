import { createHash } from "node:crypto";

/** Of a SHA-256 in hexadecimal. */
const VERSION_LENGTH = 12;

/** The version of a picture, from its bytes as they arrive: 20 MB at once would hold the event loop. */
export function createVersion() {
  const hash = createHash("sha256");
  return {
    add: (part: Buffer): void => void hash.update(part),
    end: (): string => hash.digest("hex").slice(0, VERSION_LENGTH),
  };
}
