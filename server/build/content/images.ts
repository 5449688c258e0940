import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import sharp from "sharp";
import { markPhotograph, photographWidths } from "../../../shared/model/photograph.ts";
import type { CompiledContent } from "./compile-content.ts";
import { type Path, reportTo } from "./errors.ts";
import { filesBelow } from "./source.ts";

/** A prepared photograph, with its files by the ends of their names: `-800.avif`, or `.jpg` for the largest one in the original format. */
type PreparedPhotograph = Awaited<ReturnType<typeof generate>>;

/** The version of the settings below, which is part of the cache key. Increment the version when a setting changes. */
const SETTINGS_VERSION = 3;
/**
 * The width in the original format, for feeds and link previews; pages use the other formats. A PNG is narrower, because PNG files are
 * large.
 */
const LARGEST: Readonly<Record<string, number>> = { jpg: 1600, jpeg: 1600, png: 800 };
/** Opens a photograph upright, in sRGB and without metadata. */
const clean = (bytes: Buffer) => sharp(bytes, { failOn: "error" }).autoOrient();

/**
 * Generates the files of a photograph and a blurred placeholder. A transparent picture gets no placeholder, which would stay visible
 * behind it.
 */
async function generate(bytes: Buffer, ending: string) {
  const { width, height } = (await clean(bytes).metadata()).autoOrient;
  const files = new Map<string, Buffer>();
  for (const step of photographWidths(width)) {
    const sized = clean(bytes).resize({ width: step });
    files.set(`-${step}.avif`, await sized.clone().avif().toBuffer());
    files.set(`-${step}.webp`, await sized.clone().webp({ quality: 72, effort: 5 }).toBuffer());
  }
  const largest = clean(bytes).resize({ width: LARGEST[ending], withoutEnlargement: true });
  const inOriginalFormat =
    ending === "png"
      ? largest.png({ compressionLevel: 9, effort: 8 })
      : largest.flatten({ background: "#ffffff" }).jpeg({ quality: 76, mozjpeg: true });
  files.set(`.${ending}`, await inOriginalFormat.toBuffer());
  const { isOpaque } = await clean(bytes).stats();
  const blurred = clean(bytes).resize(16, 16, { fit: "inside" }).webp({ quality: 30 });
  const placeholder = isOpaque ? (await blurred.toBuffer()).toString("base64") : "";
  return { width, height, files, placeholder };
}

/** Returns the largest width in pixels at which a picture is shown in its place: a slide, a portrait or logo, or anything else. */
function widthWanted(path: Path): number {
  if (path[0] === "heroSlides") return 1600;
  return /^(?:photo|avatar|logo)$/.test(String(path.at(-1))) ? 400 : 900;
}

/** Returns errors for photographs that cannot be read, or would look blurred in their place. */
export async function pictureErrors(
  contentDir: string,
  places: CompiledContent["pictures"],
): Promise<string[]> {
  const errors: string[] = [];
  const reportOf = reportTo(errors, contentDir);
  for (const { file, path, picture } of places) {
    const photograph = join(contentDir, picture);
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

const KEY = /"images\/([a-z0-9/-]+)\.(jpe?g|png)"/g;
const withoutEnding = (path: string) => path.replace(/\.\w+$/, "");

/**
 * Creates the images of a site. Pages address a picture by its path and a base path shared by all pictures. The compiled content also
 * has the size of each photograph.
 */
export function createImages(imagesDir: string, cacheDir: string) {
  const drawings = () => filesBelow(imagesDir, "**/*.svg");
  const photographs = () => filesBelow(imagesDir, "**/*.{jpg,jpeg,png}");

  /** Returns a folder for all pictures, named with a hash of their contents, so that its files are immutable. */
  function builtBase(): string {
    const hash = createHash("sha256");
    for (const path of [...drawings(), ...photographs()])
      hash.update(path).update(readFileSync(join(imagesDir, path)));
    return `/assets/images-${hash.digest("hex").slice(0, 10)}`;
  }

  async function prepare(path: string): Promise<PreparedPhotograph> {
    const bytes = readFileSync(join(imagesDir, path));
    const ending = extname(path).slice(1);
    const hash = createHash("sha256").update(`${SETTINGS_VERSION} ${ending} `).update(bytes);
    const kept = join(cacheDir, hash.digest("hex").slice(0, 32));
    if (existsSync(kept)) return deserialize(readFileSync(kept));
    const prepared = await generate(bytes, ending).catch((cause) => {
      throw new Error(`content/images/${path}: cannot be read as a picture`, { cause });
    });
    mkdirSync(cacheDir, { recursive: true });
    // The file is renamed into place, so that an interrupted build leaves no partial file.
    const draft = `${kept}-${randomUUID()}`;
    writeFileSync(draft, serialize(prepared));
    renameSync(draft, kept);
    return prepared;
  }

  /** Returns a generated file by its path below images: `projects/football-800.avif`. */
  async function file(path: string): Promise<Buffer | null> {
    const owner = photographs().find((name) => path.startsWith(withoutEnding(name)));
    if (owner === undefined) return null;
    const { files } = await prepare(owner);
    return files.get(path.slice(withoutEnding(owner).length)) ?? null;
  }

  /** Adds size and blur to the key of each photograph in compiled content. */
  async function mark(code: string): Promise<string> {
    let marked = code;
    for (const [found, name = "", ending = ""] of code.matchAll(KEY)) {
      const { files: _, ...metadata } = await prepare(`${name}.${ending}`);
      const key = markPhotograph({ stem: `images/${name}`, ending, ...metadata });
      marked = marked.replaceAll(found, JSON.stringify(key));
    }
    return marked;
  }

  /** Yields the files that a build serves: drawings unchanged, and photographs in several sizes and formats. */
  async function* files(): AsyncGenerator<[path: string, bytes: Buffer]> {
    for (const path of drawings()) yield [path, readFileSync(join(imagesDir, path))];
    for (const path of photographs())
      for (const [end, bytes] of (await prepare(path)).files)
        yield [withoutEnding(path) + end, bytes];
  }

  const hasPhotographs = () => photographs().length > 0;

  return { builtBase, hasPhotographs, prepare, file, mark, files };
}
