/**
 * Copies bytes out of the larger buffer that they are a slice of: Node's shared pool, or the output of zlib. Kept bytes would
 * keep all of it in memory.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
