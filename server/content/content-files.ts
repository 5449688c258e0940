import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The texts that go before files, by the names of these files. Null stands for a file that is left out. */
export type EditedFiles = ReadonlyMap<string, string | null>;

/** The files of the content. A text that the office has edited goes before the file of the same name. */
export class ContentFiles {
  readonly dir: string;
  readonly edited: EditedFiles;
  readonly #photographs: ReadonlySet<string>;

  /**
   * `edited` holds texts by the names of their files below the folder, such as `about.en.json`. `photographs` are the keys of
   * photographs that the site has elsewhere, such as those that the office has uploaded.
   */
  constructor(dir: string, edited: EditedFiles = new Map(), photographs: Iterable<string> = []) {
    this.dir = dir;
    this.edited = edited;
    this.#photographs = new Set(photographs);
  }

  has(name: string): boolean {
    const edited = this.edited.get(name);
    return edited === undefined ? existsSync(join(this.dir, name)) : edited !== null;
  }

  /** Tells whether the office has given the text of a file. */
  isEdited(name: string): boolean {
    return typeof this.edited.get(name) === "string";
  }

  /** Tells whether there is a picture with this key, such as `images/hero/coast-dawn.svg`. */
  hasPicture(key: string): boolean {
    return this.#photographs.has(key) || existsSync(join(this.dir, key));
  }

  /** Returns the bytes of a file; null when there is no such file. */
  read(name: string): Buffer | null {
    const edited = this.edited.get(name);
    if (typeof edited === "string") return Buffer.from(edited);
    return this.has(name) ? readFileSync(join(this.dir, name)) : null;
  }

  /** Returns a digest of everything below the folder but the pictures. */
  digest(): string {
    const hash = createHash("sha256");
    const folders = readdirSync(this.dir, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name !== "images",
    );
    for (const folder of ["", ...folders.map(({ name }) => name)])
      for (const name of this.in(folder)) hash.update(name).update(this.read(name) ?? "");
    return hash.digest("hex");
  }

  /** Returns the names of the files in a folder, sorted. Folders below that folder are left out. */
  in(folder: string): string[] {
    const path = join(this.dir, folder);
    const found = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
    const names = found.filter((entry) => entry.isFile()).map(({ name }) => name);
    const onDisk = names.map((name) => (folder === "" ? name : `${folder}/${name}`));
    const edited = [...this.edited.keys()].filter(
      (name) => dirname(name) === (folder === "" ? "." : folder),
    );
    return [...new Set([...onDisk, ...edited])].filter((name) => this.has(name)).sort();
  }
}
