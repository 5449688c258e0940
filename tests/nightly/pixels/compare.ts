import sharp from "sharp";

/** The difference, out of 255, below which pixels count as equal, so that another version of the browser may draw them. */
const EQUAL_BELOW = 40;

async function pixels(picture: Buffer, width: number, height: number): Promise<Buffer> {
  return sharp(picture).resize(width, height, { fit: "fill" }).greyscale().blur(1).raw().toBuffer();
}

export interface Difference {
  /** The difference of the heights, 0 to 1. */
  height: number;
  /** The share of pixels that differ, 0 to 1. */
  pixels: number;
}

/** Measures how far two pictures of a page differ. */
export async function compare(before: Buffer, after: Buffer): Promise<Difference> {
  const [{ width, height: from }, { height: to }] = await Promise.all([
    sharp(before).metadata(),
    sharp(after).metadata(),
  ]);
  const height = Math.min(from, to);
  const cut = (picture: Buffer) =>
    sharp(picture).extract({ left: 0, top: 0, width, height }).toBuffer();
  const [a, b] = await Promise.all(
    [before, after].map(async (picture) => pixels(await cut(picture), width, height)),
  );
  if (!a || !b) return { height: 1, pixels: 1 };
  const differing = a.reduce(
    (sum, value, index) => sum + (Math.abs(value - (b[index] ?? 0)) > EQUAL_BELOW ? 1 : 0),
    0,
  );
  return { height: Math.abs(from - to) / Math.max(from, to), pixels: differing / a.length };
}
