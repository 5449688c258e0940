import { existsSync, readFileSync } from "node:fs";
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import type { Language } from "../../shared/languages.ts";
import type { ContentRow } from "../store/schema.ts";
import { compileApart } from "./compile-apart.ts";
import type { Problem } from "./compile-content.ts";
import { ContentFiles } from "./content-files.ts";
import { compileEditions, type Editions } from "./editions.ts";
import { asFiles, type DocumentTexts } from "./edits.ts";
import { ContentError } from "./errors.ts";
import { createImages, type Images } from "./images.ts";
import { type Content, openContent, readContent } from "./site-content.ts";

/** An edited document: its name and its texts. */
export type EditedDocument = Pick<ContentRow, "name"> & DocumentTexts;

/** An edited document that cannot be shown, such as one that the schema of a new release refuses, with a line for each mistake. */
export interface RefusedDocument {
  name: string;
  errors: readonly string[];
}

/** The content as a draft would make it; null, with each mistake, when it has mistakes. */
export interface Preview {
  content: Content | null;
  errors: readonly string[];
  problems: readonly Problem[];
}

interface Options {
  /** The folder of the files. */
  dir: string;
  /** The folder for converted photographs. */
  cacheDir: string;
  /** The paths of the route table, to which the content may link. */
  routes: readonly string[];
  /** The files, when they have been read and checked already. */
  files?: Content | undefined;
}

/** Returns the lines of the mistakes in the files of a document. */
const errorsIn = (name: string, errors: readonly string[]) =>
  errors.filter((error) => {
    const file = /^content\/([^:]+)/.exec(error)?.[1] ?? "";
    return file.replace(/(?:\.(?:en|sw))?\.\w+$/, "") === name;
  });

/** The time of the build, which is part of the key of compiled content: another build may compile the same files in another way. */
const BUILD_STAMP = "dist/build-stamp";

/**
 * Reads the files, or what an earlier start of the same build has made of the same files: compiling takes several times as long as
 * everything else of a start. Throws a `ContentError` that names each mistake.
 */
async function readOnce(
  files: ContentFiles,
  { images, routes }: { images: Images; routes: readonly string[] },
): Promise<Content> {
  if (!existsSync(BUILD_STAMP)) return readContent(files, { images, routes });
  const photographs = await images.marks();
  const subject = [readFileSync(BUILD_STAMP), images.base(), ...routes, files.digest()].join("\n");
  const editions = await images.cached(Buffer.from(subject), "content", async () => {
    const compiled = compileEditions({ dir: files.dir, edited: files.edited, routes, photographs });
    if (compiled.errors.length > 0) throw new ContentError(compiled.errors.join("\n"));
    return compiled;
  });
  return openContent(editions, images);
}

/** The content of the site as it is shown now: the files, and before them what the office has edited. */
export class ContentLibrary {
  readonly dir: string;
  readonly images: Images;
  readonly #routes: readonly string[];
  readonly #listeners: (() => void)[] = [];
  #content: Content;
  #shown: readonly EditedDocument[] = [];
  /** The number of times that drafts were shown. */
  #shownDrafts = 0;
  /** The edited documents that the last reading has refused. */
  refused: readonly RefusedDocument[] = [];

  private constructor({ dir, routes }: Options, images: Images, content: Content) {
    this.dir = dir;
    this.images = images;
    this.#routes = routes;
    this.#content = content;
  }

  /** Reads and checks the files. Throws a `ContentError` that names each mistake. */
  static async open(options: Options): Promise<ContentLibrary> {
    const images = createImages(options.dir, options.cacheDir);
    const { dir, routes } = options;
    const content = options.files ?? (await readOnce(new ContentFiles(dir), { images, routes }));
    return new ContentLibrary(options, images, content);
  }

  in(language: Language): SiteContent {
    return this.#content.in(language);
  }

  get imagesBase(): string {
    return this.#content.imagesBase;
  }

  /** True while any content is marked as a placeholder. */
  get hasPlaceholders(): boolean {
    return this.#content.hasPlaceholders;
  }

  /** Calls back when other content is shown. */
  subscribe(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Shows these documents in place of their files. A document with mistakes is refused, and its files are shown. Returns false when
   * drafts were shown meanwhile, which are newer.
   */
  async show(documents: readonly EditedDocument[]): Promise<boolean> {
    const drafts = this.#shownDrafts;
    const accepted = [...documents];
    const refused: RefusedDocument[] = [];
    let editions = await this.#compile(accepted);
    while (editions.errors.length > 0 && accepted.length > 0) {
      const { errors } = editions;
      const wrong = accepted.filter(({ name }) => errorsIn(name, errors).length > 0);
      // A mistake may be in a document that nobody has edited, such as a link to a page that an edit has removed.
      for (const one of wrong.length > 0 ? wrong : [...accepted]) {
        accepted.splice(accepted.indexOf(one), 1);
        refused.push({ name: one.name, errors: errorsIn(one.name, errors) });
      }
      editions = await this.#compile(accepted);
    }
    if (drafts !== this.#shownDrafts) return false;
    this.refused = refused;
    if (editions.errors.length > 0) return true;
    this.#shown = accepted;
    this.#content = openContent(editions, this.images);
    for (const listener of this.#listeners) listener();
    return true;
  }

  /** Reads the files again. Throws a `ContentError`, and keeps the content that is shown, when the files have mistakes. */
  async reload(): Promise<void> {
    const files = new ContentFiles(this.dir, asFiles(this.#shown));
    this.#content = await readContent(files, { images: this.images, routes: this.#routes });
    for (const listener of this.#listeners) listener();
  }

  /** Compiles the shown content with a draft in place of its document, for a preview and for the mistakes in the draft. */
  async preview(draft: EditedDocument): Promise<Preview> {
    return this.previewAll([draft]);
  }

  /** Compiles the shown content with several documents in place of those of the same names. */
  async previewAll(drafts: readonly EditedDocument[]): Promise<Preview> {
    const names = new Set(drafts.map(({ name }) => name));
    const others = this.#shown.filter(({ name }) => !names.has(name));
    const editions = await this.#compile([...others, ...drafts]);
    const { errors, problems } = editions;
    const content = errors.length > 0 ? null : openContent(editions, this.images);
    return { content, errors, problems };
  }

  /** Shows drafts whose preview has been compiled, so that their author sees the published page at once. */
  showDrafts(drafts: readonly EditedDocument[], content: Content): void {
    this.#shownDrafts += 1;
    const names = new Set(drafts.map(({ name }) => name));
    this.#shown = [...this.#shown.filter(({ name }) => !names.has(name)), ...drafts];
    this.#content = content;
    for (const listener of this.#listeners) listener();
  }

  /** Compiles in a thread of its own while the site runs. */
  async #compile(documents: readonly EditedDocument[]): Promise<Editions> {
    const photographs = await this.images.marks();
    const edited = asFiles(documents);
    return compileApart({ dir: this.dir, edited, routes: this.#routes, photographs });
  }
}
