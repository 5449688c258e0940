import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** Drawings of this API, and the scenes of the site. */
const FOLDERS = {
  "": resolve("server/embedded-api/media"),
  scenes: resolve("content/images"),
} as const;
const WIDTH = 1600;
const QUALITY = 82;
const NAME = /^(?:[a-z-]+\/)?[a-z0-9-]+\.jpg$/;

/** The JPEG of a name such as `gallery/wash-village-well.jpg`; null when there is no such drawing. */
export type ScenePictures = (name: string) => Promise<Buffer | null>;

/** Drawn scenes as photographs would be sent: JPEGs of 1600 pixels, made when they are first asked for, then kept on disk. */
export function createScenePictures(dataDir: string): ScenePictures {
  const made = new Map<string, Promise<Buffer | null>>();
  return async (name) => {
    if (!NAME.test(name)) return null;
    const picture = made.get(name) ?? readOrDraw(name, join(dataDir, "media", name));
    made.set(name, picture);
    const forget = () => made.delete(name);
    // Bytes are on disk from now on: they are not kept in memory.
    picture.then(forget, forget);
    return picture;
  };
}

async function readOrDraw(name: string, file: string): Promise<Buffer | null> {
  const kept = await readFile(file).catch(() => null);
  if (kept !== null) return kept;
  const drawing = await readDrawing(name);
  if (drawing === null) return null;
  const { default: sharp } = await import("sharp");
  const jpeg = await sharp(drawing, { density: 144 })
    .resize({ width: WIDTH })
    .jpeg({ quality: QUALITY })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  // Another process may make the same one.
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, jpeg);
  await rename(partial, file);
  return jpeg;
}

function readDrawing(name: string): Promise<Buffer | null> {
  const folder = name.includes("/") ? FOLDERS.scenes : FOLDERS[""];
  const file = join(folder, dirname(name), `${basename(name, ".jpg")}.svg`);
  return readFile(file).catch(() => null);
}
