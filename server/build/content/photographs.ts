import { createHash, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import {
  fallbackWidths,
  markPhotograph,
  photographWidths,
} from "../../../shared/model/photograph.ts";
import { ContentError, type ContentValidationError } from "./errors.ts";

/** A prepared photograph: its size, a blurred placeholder, and the generated files. */
export interface PreparedPhotograph {
  width: number;
  height: number;
  placeholder: string;
  /** By the end of the file name: `-800.avif`, or `.jpg` for the largest in the original format. */
  files: ReadonlyMap<string, Buffer>;
}

/** Part of the cache key; increment it when the settings below change. */
const SETTINGS_VERSION = 1;
const SMALLEST_WIDTH = 320;
const METADATA_FILE = "facts.json";

/** Upright, in sRGB, without metadata. */
const clean = (bytes: Buffer) => sharp(bytes, { failOn: "error" }).autoOrient();

function inOriginalFormat(image: Sharp, ending: string): Sharp {
  return ending === "png"
    ? image.png({ compressionLevel: 9, effort: 8 })
    : image.flatten({ background: "#ffffff" }).jpeg({ quality: 76, mozjpeg: true });
}

async function placeholderOf(bytes: Buffer): Promise<string> {
  const { isOpaque } = await clean(bytes).stats();
  // A blur would stay visible behind transparent parts.
  if (!isOpaque) return "";
  const blurred = await clean(bytes)
    .resize(16, 16, { fit: "inside" })
    .webp({ quality: 30 })
    .toBuffer();
  return blurred.toString("base64");
}

async function generate(bytes: Buffer, ending: string): Promise<PreparedPhotograph> {
  const { autoOrient } = await sharp(bytes, { failOn: "error" }).metadata();
  const { width, height } = autoOrient;
  if (width < SMALLEST_WIDTH) {
    throw new Error(
      `is only ${width} pixels wide; at least ${SMALLEST_WIDTH}, better 1600, are needed`,
    );
  }
  const files = new Map<string, Buffer>();
  for (const step of photographWidths(width)) {
    const sized = clean(bytes).resize({ width: step });
    files.set(`-${step}.avif`, await sized.clone().avif({ quality: 50, effort: 4 }).toBuffer());
    files.set(`-${step}.webp`, await sized.clone().webp({ quality: 72, effort: 5 }).toBuffer());
  }
  let largest: Buffer | undefined;
  for (const step of fallbackWidths(ending, width)) {
    largest = await inOriginalFormat(clean(bytes).resize({ width: step }), ending).toBuffer();
    files.set(`-${step}.${ending}`, largest);
  }
  if (largest) files.set(`.${ending}`, largest);
  return { width, height, placeholder: await placeholderOf(bytes), files };
}

function readCached(folder: string): PreparedPhotograph | null {
  if (!existsSync(join(folder, METADATA_FILE))) return null;
  // Written by `store` below.
  const metadata: Omit<PreparedPhotograph, "files"> = JSON.parse(
    readFileSync(join(folder, METADATA_FILE), "utf8"),
  );
  const names = readdirSync(folder).filter((name) => name !== METADATA_FILE);
  return {
    ...metadata,
    files: new Map(names.map((name) => [name.slice(1), readFileSync(join(folder, name))])),
  };
}

/** Atomic: an interrupted build leaves no partial cache entry. */
function store(folder: string, { files, ...metadata }: PreparedPhotograph): void {
  const draft = `${folder}-${randomUUID()}`;
  mkdirSync(draft, { recursive: true });
  for (const [end, bytes] of files) writeFileSync(join(draft, `_${end}`), bytes);
  writeFileSync(join(draft, METADATA_FILE), JSON.stringify(metadata));
  if (!existsSync(folder)) renameSync(draft, folder);
}

/**
 * Generates every size and format of a photograph, cached by the hash of its bytes.
 * @throws Error with a message for the editor
 */
export async function preparePhotograph(
  path: string,
  cacheDir: string,
): Promise<PreparedPhotograph> {
  const bytes = readFileSync(path);
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const hash = createHash("sha256")
    .update(`${SETTINGS_VERSION} ${ending} `)
    .update(bytes)
    .digest("hex");
  const folder = join(cacheDir, hash.slice(0, 32));
  const cached = readCached(folder);
  if (cached) return cached;
  const prepared = await generate(bytes, ending).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith("is only")) throw error;
    throw new Error("cannot be read as a picture", { cause: error });
  });
  store(folder, prepared);
  return prepared;
}

const isPhotograph = (path: string) => /\.(?:jpe?g|png)$/.test(path);

/** Every photograph below a folder, by its path there, sorted. */
export function photographsBelow(imagesDir: string): string[] {
  return readdirSync(imagesDir, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isPhotograph)
    .sort();
}

/** The photographs of `content/images`, each prepared once in this process. */
export interface Photographs {
  /** Prepares all. @throws ContentError naming each file that cannot be used */
  prepareAll(): Promise<ReadonlyMap<string, PreparedPhotograph>>;
  /** A generated file by its path below images: `projects/football-800.avif`. */
  file(path: string): Promise<Buffer | null>;
  /** Adds size and blur to the key of each photograph in compiled content. */
  mark(code: string): Promise<string>;
}

const KEY = /"images\/([a-z0-9/-]+)\.(jpe?g|png)"/g;

export function createPhotographs(imagesDir: string, cacheDir: string): Photographs {
  const prepared = new Map<string, Promise<PreparedPhotograph>>();

  function prepare(path: string): Promise<PreparedPhotograph> {
    const known = prepared.get(path);
    if (known) return known;
    const preparing = preparePhotograph(join(imagesDir, path), cacheDir);
    preparing.catch(() => prepared.delete(path));
    prepared.set(path, preparing);
    return preparing;
  }

  return {
    async prepareAll() {
      const all = new Map<string, PreparedPhotograph>();
      const validationErrors: ContentValidationError[] = [];
      for (const path of photographsBelow(imagesDir)) {
        try {
          all.set(path, await prepare(path));
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          validationErrors.push({ file: `images/${path}`, field: null, problem });
        }
      }
      if (validationErrors.length > 0) throw new ContentError(validationErrors);
      return all;
    },

    async file(path) {
      const owner = photographsBelow(imagesDir).find((name) =>
        path.startsWith(name.replace(/\.\w+$/, "")),
      );
      if (owner === undefined) return null;
      const { files } = await prepare(owner);
      return files.get(path.slice(owner.replace(/\.\w+$/, "").length)) ?? null;
    },

    async mark(code) {
      const marks = new Map<string, string>();
      for (const [found, stem = "", ending = ""] of code.matchAll(KEY)) {
        const { width, height, placeholder } = await prepare(`${stem}.${ending}`);
        const key = markPhotograph({ stem: `images/${stem}`, ending, width, height, placeholder });
        marks.set(found, JSON.stringify(key));
      }
      return code.replace(KEY, (found) => marks.get(found) ?? found);
    },
  };
}
