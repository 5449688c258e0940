import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { brotliCompressSync, constants } from "node:zlib";
import sharp from "sharp";
import { markPhotograph, photographWidths } from "../../shared/model/photograph.ts";
import type { PicturePlace } from "./compiled-content.ts";
import type { ContentFiles } from "./content-files.ts";
import { ContentError, type Path, reportTo } from "./errors.ts";
import { filesBelow } from "./source.ts";

/** The version of the settings below, which is part of the cache key. Increment the version when a setting changes. */
const SETTINGS_VERSION = 3;
/**
 * The width in the original format, for feeds and link previews; pages use the other formats. A PNG is narrower, because PNG files are
 * large.
 */
const LARGEST: Readonly<Record<string, number>> = { jpg: 1600, jpeg: 1600, png: 800 };
/** The quality at which pages and drawings are compressed while a visitor waits. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
/** Opens a photograph upright, in sRGB and without metadata. */
const clean = (bytes: Buffer) => sharp(bytes, { failOn: "error" }).autoOrient();

/** Returns size and blurred preview of a photograph. A transparent one gets no preview, which would stay visible behind it. */
async function describe(bytes: Buffer) {
  const { width, height } = (await clean(bytes).metadata()).autoOrient;
  const { isOpaque } = await clean(bytes).stats();
  const blurred = clean(bytes).resize(16, 16, { fit: "inside" }).webp({ quality: 30 });
  const placeholder = isOpaque ? (await blurred.toBuffer()).toString("base64") : "";
  return { width, height, placeholder };
}

/**
 * Returns a lookup of the versions of a photograph by the ends of their names: `-800.avif`, or `.jpg` for the largest one in the
 * original format. Null for a version that is not offered.
 */
const versionsOf =
  (bytes: Buffer, ending: string) =>
  async (end: string): Promise<(() => Promise<Buffer>) | null> => {
    if (end === `.${ending}`) return () => inOriginalFormat(bytes, ending);
    const [, width = "", format] = /^-(\d+)\.(avif|webp)$/.exec(end) ?? [];
    const offered = photographWidths((await clean(bytes).metadata()).autoOrient.width);
    if (!offered.includes(Number(width))) return null;
    const sized = clean(bytes).resize({ width: Number(width) });
    return () =>
      format === "avif"
        ? sized.avif().toBuffer()
        : sized.webp({ quality: 72, effort: 5 }).toBuffer();
  };

function inOriginalFormat(bytes: Buffer, ending: string): Promise<Buffer> {
  const largest = clean(bytes).resize({ width: LARGEST[ending], withoutEnlargement: true });
  return ending === "png"
    ? largest.png({ compressionLevel: 9, effort: 8 }).toBuffer()
    : largest.flatten({ background: "#ffffff" }).jpeg({ quality: 76, mozjpeg: true }).toBuffer();
}

/** Returns the largest width in pixels at which a picture is shown in its place: a slide, a portrait or logo, or anything else. */
function widthWanted(path: Path): number {
  if (path[0] === "heroSlides") return 1600;
  return /^(?:photo|avatar|logo)$/.test(String(path.at(-1))) ? 400 : 900;
}

/** Returns errors for photographs that cannot be read, or would look blurred in their place. */
export async function pictureErrors(
  files: ContentFiles,
  places: readonly PicturePlace[],
): Promise<string[]> {
  const errors: string[] = [];
  const reportOf = reportTo(errors, files);
  for (const { file, path, picture } of places) {
    const photograph = join(files.dir, picture);
    if (picture.endsWith(".svg") || !existsSync(photograph)) continue;
    const metadata = clean(readFileSync(photograph)).metadata();
    const width = (await metadata.catch(() => null))?.autoOrient.width;
    const wanted = widthWanted(path);
    if (width === undefined) reportOf(picture)([], "cannot be read as a picture");
    else if (width < wanted)
      reportOf(file)(path, `${picture} is ${width} pixels wide; ${wanted} are needed here`);
  }
  return errors;
}

const withoutEnding = (path: string) => path.replace(/\.\w+$/, "");

export type Images = ReturnType<typeof createImages>;

/**
 * Opens the pictures of a site. Pages address a picture by its path and a base path shared by all pictures. A photograph is converted
 * when first asked for, and kept in the cache folder.
 */
export function createImages(contentDir: string, cacheDir: string) {
  const imagesDir = join(contentDir, "images");
  const drawings = () => filesBelow(imagesDir, "**/*.svg");
  const inFiles = () => filesBelow(imagesDir, "**/*.{jpg,jpeg,png}");
  /** The photographs that the office has uploaded, by their paths below images. Their names never stand for other bytes. */
  const uploads = new Map<string, Buffer>();
  const photographs = () => [...inFiles(), ...uploads.keys()];
  const photograph = (path: string) => uploads.get(path) ?? readFileSync(join(imagesDir, path));
  const known = new Map<string, Buffer>();

  /** Returns a folder for all pictures, named with a hash of their contents, so that its files are immutable. */
  function base(): string {
    const hash = createHash("sha256");
    for (const path of [...drawings(), ...inFiles()])
      hash.update(path).update(readFileSync(join(imagesDir, path)));
    return `/assets/images-${hash.digest("hex").slice(0, 10)}`;
  }

  /** Returns what `make` returns, from the cache folder when the same work was done before. */
  async function cached<T>(bytes: Uint8Array, what: string, make: () => Promise<T>): Promise<T> {
    const hash = createHash("sha256").update(`${SETTINGS_VERSION} ${what} `).update(bytes);
    const kept = join(cacheDir, hash.digest("hex").slice(0, 32));
    if (existsSync(kept)) return deserialize(readFileSync(kept));
    const made = await make();
    const draft = `${kept}-${randomUUID()}`;
    try {
      mkdirSync(cacheDir, { recursive: true });
      // The file is renamed into place, so that an interrupted write leaves no partial file.
      writeFileSync(draft, serialize(made));
      renameSync(draft, kept);
    } catch {
      // On a full disk the work is done again next time, and visitors are served meanwhile.
      rmSync(draft, { force: true });
    }
    return made;
  }

  /** Returns a drawing by its path below images. It stays in memory, so that it is read and compressed once. */
  function drawing(path: string): Buffer | undefined {
    if (!drawings().includes(path)) return undefined;
    const bytes = known.get(path) ?? readFileSync(join(imagesDir, path));
    known.set(path, bytes);
    return bytes;
  }

  /** Returns the bytes of a drawing as sent, which is compressed; null for any other picture. */
  function sizeOf(path: string): number | null {
    const bytes = drawing(path);
    return bytes === undefined ? null : brotliCompressSync(bytes, QUICKLY).length;
  }

  /** Returns a file by its path below images: a drawing, or a version of a photograph such as `projects/football-800.avif`. */
  async function file(path: string): Promise<Buffer | null> {
    const whole = drawing(path);
    if (whole !== undefined) return whole;
    const owner = photographs().find((name) => path.startsWith(withoutEnding(name)));
    if (owner === undefined) return null;
    const bytes = photograph(owner);
    const end = path.slice(withoutEnding(owner).length);
    const version = versionsOf(bytes, extname(owner).slice(1));
    const make = await version(end);
    return make && cached(bytes, end, make);
  }

  /** Returns the key of each photograph with its size and its blurred preview, by its key in the content. */
  async function marks(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const path of photographs()) {
      const bytes = photograph(path);
      const described = await cached(bytes, "described", () => describe(bytes)).catch((cause) => {
        throw new ContentError(`content/images/${path}: cannot be read as a picture`, { cause });
      });
      const key = `images/${path}`;
      const ending = extname(path).slice(1);
      found.set(key, markPhotograph({ stem: withoutEnding(key), ending, ...described }));
    }
    return found;
  }

  return {
    dir: imagesDir,
    base,
    file,
    sizeOf,
    marks,
    cached,
    hasUpload: (path: string) => uploads.has(path),
    addUpload: (path: string, bytes: Buffer) => void uploads.set(path, bytes),
  };
}
