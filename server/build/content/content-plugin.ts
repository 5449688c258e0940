import { readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { Language } from "../../../shared/languages.ts";
import {
  type CompiledContent,
  type CompiledEntry,
  compileContent,
  contentErrors,
} from "./compile-content.ts";
import { createImages } from "./images.ts";
import { filesBelow } from "./source.ts";

type Images = ReturnType<typeof createImages>;

/**
 * The ids of our modules: `virtual:content/blog`, `virtual:content/site?pages`. The bundler marks virtual modules with \0 by
 * convention.
 */
const VIRTUAL = /^\0?virtual:content\/([^?]+)/;
/** The path where Vite serves the drawings by itself. */
const DEV_IMAGES = "/content/images";

/** Returns a value as JSON, without the notes for editors. */
const published = (value: unknown) =>
  JSON.stringify(value, (key, item) =>
    key === "placeholder" || key === "editorNote" ? undefined : item,
  );

const exportDefault = (value: unknown) => `export default ${published(value)};\n`;

function folderModule(unsorted: readonly CompiledEntry[]): string {
  const entries = unsorted.toSorted(inOrder);
  const loaders = entries.map(
    ({ slug, name }) => `  "${slug}": () => import("virtual:content/${name}"),`,
  );
  // The object has no prototype, so that a lookup finds entries only.
  return `export const entries = ${published(entries.map(({ fields }) => fields))};
export const load = {
  __proto__: null,
${loaders.join("\n")}
};
`;
}

/** Compares entries: by `order`, then newest first, then by slug. */
function inOrder(a: CompiledEntry, b: CompiledEntry): number {
  const order = Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0);
  return order || dateOf(b).localeCompare(dateOf(a)) || a.slug.localeCompare(b.slug, "en");
}

const dateOf = ({ fields }: CompiledEntry) => String(fields.publish_date ?? fields.date ?? "");

/** Returns the module of a data file. A data file with a suffix, such as `site?contact`, holds data that the first load does not need. */
function dataModule(value: object): string {
  const fields: object = JSON.parse(published(value));
  return Object.entries(fields)
    .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`)
    .join("");
}

/** Returns the module `virtual:content/<name>`; null for other names and for content with errors. */
export function virtualModule(name: string, content: CompiledContent): string | null {
  if (name === "media-files") return exportDefault(content.downloads);
  if (name === "placeholders") return exportDefault(content.placeholders.length > 0);
  const data: Readonly<Record<string, object | undefined>> = content.data;
  if (data[name]) return dataModule(data[name]);
  const folders: Readonly<Record<string, CompiledEntry[] | undefined>> = content.entries;
  if (folders[name]) return folderModule(folders[name]);
  const entry = Object.values(content.entries)
    .flat()
    .find((entry) => entry.name === name);
  if (!entry) return null;
  // The figures of programmes and projects are linked to the ledger.
  const linked = /^(?:programmes|projects)\//.test(name) && { claims: entry.claims };
  return exportDefault({ ...entry.fields, html: entry.html, ...linked });
}

const ERROR_PAGE = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  // The error page reloads itself, so that it disappears soon after the file is fixed.
  refresh: "1",
};

/** Tells whether an error is in a translation, which no English page uses. */
const isTranslation = (error: string) => /^content\/(?:words\/sw\/|[^:]+\.sw\.\w+:)/.test(error);

function showErrors(server: ViteDevServer, contentDir: string): void {
  let errors: Promise<string[]> | null = null;
  const look = () => (errors ??= contentErrors(contentDir));
  server.watcher.on("all", async (_event, path) => {
    if (relative(contentDir, path).startsWith("..")) return;
    errors = null;
    if ((await look()).length > 0) server.ws.send({ type: "full-reload" });
  });
  server.middlewares.use(async (request, response, next) => {
    const { url = "" } = request;
    if (/^\/@|\.\w+(?:$|\?)/.test(url)) return next();
    const isEnglish = !/^\/sw(?:\/|$)/.test(url);
    const found = (await look()).filter((error) => !(isEnglish && isTranslation(error)));
    if (found.length === 0) return next();
    const end = "The page comes back when the file is saved without the mistake.\n";
    response.writeHead(500, ERROR_PAGE);
    response.end(["Content to correct", ...found, end].join("\n\n"));
  });
}

/** Serves the generated photographs in development, and the downloads, which Vite finds below `content`. */
function showFiles({ middlewares }: ViteDevServer, { file }: Images): void {
  middlewares.use(DEV_IMAGES, ({ url = "" }, response, next) => {
    const path = decodeURIComponent(url.split("?")[0] ?? "").slice(1);
    const type = `image/${extname(path).slice(1).replace("jpg", "jpeg")}`;
    const send = (bytes: Buffer | null) =>
      bytes ? response.setHeader("content-type", type).end(bytes) : next();
    file(path).then(send).catch(next);
  });
  middlewares.use((request, _response, next) => {
    request.url = request.url?.replace(/^(?=\/files\/)/, "/content");
    next();
  });
}

/** The Vite plugin for content. A validation error stops a build; in development, the error is shown in place of the page. */
export function contentPlugin(language: Language): Plugin {
  let contentDir = "";
  let images: Images;
  let imagesBase = DEV_IMAGES;
  let compiled: CompiledContent | null = null;
  const isContent = (path: string) => !relative(contentDir, path).startsWith("..");

  return {
    name: "content",
    enforce: "pre",
    // All code imports the English texts; the alias replaces them with those of the language.
    config: () => ({
      resolve: { alias: [{ find: /\/words\/en\//, replacement: `/words/${language}/` }] },
    }),
    configResolved({ root, command }) {
      contentDir = join(root, "content");
      images = createImages(
        join(contentDir, "images"),
        join(root, "node_modules/.cache/photographs"),
      );
      if (command === "build") imagesBase = images.builtBase();
    },
    resolveId: (id) => (VIRTUAL.test(id) ? `\0${id}` : null),
    async load(id) {
      const isBuild = this.environment.mode === "build";
      const hasPhotographs = () => !isBuild || images.hasPhotographs();
      // Without photographs, the bundler drops the code that renders photographs. The styles are dropped here.
      if (id.endsWith("/photograph.module.css") && !hasPhotographs()) return "";
      const name = VIRTUAL.exec(id)?.[1];
      if (name === undefined) return null;
      if (name === "images") return dataModule({ imagesBase, hasPhotographs: hasPhotographs() });
      compiled ??= compileContent(contentDir, language);
      const { validationErrors } = compiled;
      if (isBuild && validationErrors.length > 0) this.error(validationErrors.join("\n"));
      const code = virtualModule(name, compiled);
      return code && images.mark(code);
    },
    /**
     * Reloads all content modules, because a file may be in several: an entry is in its own module and in the list of its folder, and a
     * figure is in every module that uses it.
     */
    hotUpdate({ file }) {
      if (!isContent(file)) return;
      compiled = null;
      const all = [...this.environment.moduleGraph.idToModuleMap.values()];
      return all.filter(({ id }) => id && (VIRTUAL.test(id) || isContent(id)));
    },
    configureServer(server) {
      showErrors(server, contentDir);
      showFiles(server, images);
    },
    async generateBundle() {
      // Files that all languages share are emitted by the English build.
      if (this.environment.config.consumer !== "client" || language !== "en") return;
      const emit = (fileName: string, source: Buffer) =>
        this.emitFile({ type: "asset", fileName, source });
      for (const path of filesBelow(contentDir, "files/*.{pdf,zip}"))
        emit(path, readFileSync(join(contentDir, path)));
      for await (const [path, bytes] of images.files())
        emit(`${imagesBase.slice(1)}/${path}`, bytes);
    },
  };
}
