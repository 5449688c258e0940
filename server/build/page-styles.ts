import { createHash } from "node:crypto";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "vite";
import { clientOptions } from "../../vite.config.ts";

/** The folder of Vite's own build of the stylesheets, from which those of pages are made. */
const BUILT = "dist/styles";

/** The entry whose styles every page has. */
const SHELL = "client/hydrate.tsx";

/** The sheets that no module imports: the fonts, what no first paint needs, and the rules for pages under data saver. */
const APART = {
  fonts: "client/styles/fonts.css",
  later: "client/styles/later.css",
  "data-saver": "client/styles/data-saver.css",
};

/** An entry of Vite's manifest. `css` lists the file of a CSS module, or the plain sheets that a module imports. */
export interface ManifestEntry {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;

/**
 * Returns the stylesheets of a module and of everything it imports, without those of `known`: first the plain sheets, then the CSS
 * modules, which override them. Of two CSS modules the imported one comes first. `follows` says whether the code that is loaded later
 * counts too.
 */
export function sheetsOf(
  manifest: Manifest,
  source: string,
  { known = new Set<string>(), followsDynamic = true } = {},
): string[] {
  const plain: string[] = [];
  const modules: string[] = [];
  const visit = (name: string) => {
    const entry = manifest[name];
    if (entry === undefined || known.has(name)) return;
    known.add(name);
    const { css = [], imports = [], dynamicImports = [] } = entry;
    if (!name.endsWith(".css")) plain.push(...css);
    for (const next of followsDynamic ? [...dynamicImports, ...imports] : imports) visit(next);
    if (name.endsWith(".css")) modules.push(...css);
  };
  visit(source);
  return [...new Set([...plain, ...modules])];
}

/** Has Vite build the styles of all pages, one stylesheet for each module: a page then gets the rules of its own modules. */
async function buildModules(pages: readonly string[]): Promise<Manifest> {
  await build({
    ...clientOptions,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ...clientOptions.build,
      outDir: BUILT,
      manifest: "manifest.json",
      rollupOptions: {
        input: [SHELL, ...pages, ...Object.values(APART)],
        // Packages have no styles here.
        external: /^[^./\0].*/,
        ...clientOptions.build.rollupOptions,
        output: { preserveModules: true, hashCharacters: "base36" },
      },
    },
  });
  return JSON.parse(readFileSync(join(BUILT, "manifest.json"), "utf8"));
}

/**
 * Writes the stylesheets that pages have inline, into a folder of `clientDir` named by a hash over all: `base` for the shell, one for
 * each page, and those of `APART` (docs/decisions/0029). The server reads the names of the folder and of the fonts from
 * `.vite/styles.json`.
 */
export async function buildPageStyles(clientDir: string): Promise<void> {
  const pages = globSync("client/pages/**/*.{page,server-page}.tsx").sort();
  const manifest = await buildModules(pages);
  const textOf = (files: readonly string[]) =>
    files.map((file) => readFileSync(join(BUILT, file), "utf8").trim()).join("");
  const shell = new Set<string>();
  const base = sheetsOf(manifest, SHELL, { known: shell, followsDynamic: false });
  const texts: Record<string, string> = { base: textOf(base) };
  for (const page of pages) {
    const sheets = sheetsOf(manifest, page, { known: new Set(shell) });
    texts[page.replace(/^client\/pages\/|\.tsx$/g, "")] = textOf(sheets);
  }
  for (const [name, source] of Object.entries(APART))
    texts[name] = textOf([manifest[source]?.file ?? ""]);
  const hash = createHash("sha256").update(JSON.stringify(texts)).digest("base64url");
  const folder = `assets/styles-${hash.slice(0, 8)}`;
  for (const [name, text] of Object.entries(texts)) {
    const file = join(clientDir, folder, `${name}.css`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { assets: fonts = [] } = manifest[APART.fonts] ?? {};
  writeFileSync(join(clientDir, ".vite/styles.json"), JSON.stringify({ folder, fonts }));
  // The files that the sheets name, such as patterns and fonts.
  for (const file of globSync(join(BUILT, "assets/*.{svg,woff2}")))
    copyFileSync(file, join(clientDir, "assets", basename(file)));
  rmSync(BUILT, { recursive: true });
}
