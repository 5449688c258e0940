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
import { fallbackWidths, photographWidths } from "../../../../shared/photograph.ts";

/** A photograph as the build leaves it: sizes, a blur, and files by the end of their names. */
export interface PreparedPhotograph {
  width: number;
  height: number;
  placeholder: string;
  /** `-800.avif`, or `.jpg` for the largest in its own format. */
  files: ReadonlyMap<string, Buffer>;
}

/** Raise it when the settings below change: what is kept was made by them. */
const RECIPE = 1;
const SMALLEST_WIDTH = 320;
const FACTS = "facts.json";

/** Upright, in sRGB, and without a word about where, when and by whom it was taken. */
const clean = (bytes: Buffer) => sharp(bytes, { failOn: "error" }).autoOrient();

function inOwnFormat(image: Sharp, ending: string): Sharp {
  return ending === "png"
    ? image.png({ compressionLevel: 9, effort: 8 })
    : image.flatten({ background: "#ffffff" }).jpeg({ quality: 76, mozjpeg: true });
}

async function placeholderOf(bytes: Buffer): Promise<string> {
  const { isOpaque } = await clean(bytes).stats();
  // A blur behind clear parts would never go away.
  if (!isOpaque) return "";
  const few = await clean(bytes).resize(16, 16, { fit: "inside" }).webp({ quality: 30 }).toBuffer();
  return few.toString("base64");
}

async function make(bytes: Buffer, ending: string): Promise<PreparedPhotograph> {
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
    largest = await inOwnFormat(clean(bytes).resize({ width: step }), ending).toBuffer();
    files.set(`-${step}.${ending}`, largest);
  }
  if (largest) files.set(`.${ending}`, largest);
  return { width, height, placeholder: await placeholderOf(bytes), files };
}

function readKept(folder: string): PreparedPhotograph | null {
  if (!existsSync(join(folder, FACTS))) return null;
  // Written by `keep` below, under a name that only it makes.
  const facts: Omit<PreparedPhotograph, "files"> = JSON.parse(
    readFileSync(join(folder, FACTS), "utf8"),
  );
  const names = readdirSync(folder).filter((name) => name !== FACTS);
  return {
    ...facts,
    files: new Map(names.map((name) => [name.slice(1), readFileSync(join(folder, name))])),
  };
}

/** All or nothing: a build that is stopped half way leaves nothing to be believed. */
function keep(folder: string, { files, ...facts }: PreparedPhotograph): void {
  const draft = `${folder}-${randomUUID()}`;
  mkdirSync(draft, { recursive: true });
  for (const [end, bytes] of files) writeFileSync(join(draft, `_${end}`), bytes);
  writeFileSync(join(draft, FACTS), JSON.stringify(facts));
  if (!existsSync(folder)) renameSync(draft, folder);
}

/**
 * Makes every size and format of a photograph, or takes them from the cache, where they stand under the
 * hash of its bytes. @throws Error that says in an editor's words what is wrong with the file
 */
export async function preparePhotograph(
  path: string,
  cacheDir: string,
): Promise<PreparedPhotograph> {
  const bytes = readFileSync(path);
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const hash = createHash("sha256").update(`${RECIPE} ${ending} `).update(bytes).digest("hex");
  const folder = join(cacheDir, hash.slice(0, 32));
  const kept = readKept(folder);
  if (kept) return kept;
  const made = await make(bytes, ending).catch((fault: unknown) => {
    if (fault instanceof Error && fault.message.startsWith("is only")) throw fault;
    throw new Error("cannot be read as a picture", { cause: fault });
  });
  keep(folder, made);
  return made;
}
