import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { packageListPlugin } from "./server/build/package-list-plugin.ts";
import { pageStylesPlugin } from "./server/build/page-styles-plugin.ts";
import { partsPagePlugin } from "./server/build/parts-page-plugin.ts";
import type { Language } from "./shared/languages.ts";

/** The classes of all modules, sorted by file: a class has the same number in each build, whatever the order of compilation. */
const scopedClasses = globSync("client/**/*.module.css", { cwd: import.meta.dirname })
  .sort()
  .flatMap((file) => {
    const css = readFileSync(join(import.meta.dirname, file), "utf8");
    const names = [...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => `${file} ${name}`);
    return [...new Set(names)];
  });

/** Returns a numbered name such as `_4f`. Stylesheet, HTML and script contain the name, so a readable one costs 2 % of a page. */
function scopedName(name: string, file: string): string {
  const source = relative(import.meta.dirname, file.split("?", 1)[0] ?? "");
  const number = scopedClasses.indexOf(`${source} ${name}`);
  // The name of an animation is not among the classes.
  return number < 0 ? `${name}_${basename(source, ".module.css")}` : `_${number.toString(36)}`;
}

/**
 * Returns the configuration of one language's build (docs/decisions/0058). The English build comes first, and brings the files that
 * all languages share: pictures, fonts, downloads. Equal modules have equal names, so that languages share the modules too.
 */
export const siteConfig = (language: Language, command: "build" | "serve"): UserConfig => ({
  plugins: [react(), pageStylesPlugin(language), partsPagePlugin(), packageListPlugin(language)],
  // All code imports the English texts; the alias replaces them with those of the language.
  resolve: { alias: [{ find: /\/words\/en\//, replacement: `/words/${language}/` }] },
  css: { modules: command === "build" ? { generateScopedName: scopedName } : {} },
  publicDir: "client/public",
  build: {
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    target: packageJson.browserslist.map((browser) =>
      browser.replace("ios_saf", "ios").replace(" ", ""),
    ),
    modulePreload: { resolveDependencies: () => [] },
    rollupOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        emptyOutDir: language === "en",
        copyPublicDir: language === "en",
        manifest: `.vite/manifest.${language}.json`,
        rollupOptions: {
          input: [
            "client/entry-browser.ts",
            "client/entry-desk.ts",
            "client/entry-gift.ts",
            "client/hydrate.tsx",
            "client/pages/developers/developers.server-page.tsx",
            "client/pages/developers/problem.server-page.tsx",
            "client/pages/search/search.server-page.tsx",
            "client/pages/staff/desk.server-page.tsx",
          ],
          // Inlines the texts of content/words where they are used, so that they need no chunk of their own.
          optimization: { inlineConst: { mode: "all", pass: 3 } },
          output: {
            // The route table contains every name, and hashes do not compress: short hashes of few different characters.
            chunkFileNames: "assets/[hash:7].js",
            hashCharacters: "base36",
            codeSplitting: {
              groups: [
                // This chunk changes with React's releases only, so it stays in the browser's cache.
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
                  priority: 1,
                },
                // The modules that begin every page, with their imports, and modules that half of the pages share: this
                // grouping saves requests that would come one after the other.
                {
                  name: "shell",
                  test: /client.(?:hydrate|components.(?:streaming|sections.banner|links.button))/,
                },
                // Cards in a grid, in two small chunks otherwise.
                {
                  name: "cards",
                  test: /client.components.cards.(?:card-grid|content-card)/,
                  includeDependenciesRecursively: false,
                },
                { name: "shared", minShareCount: 23 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The bundle has React's production build, whatever NODE_ENV is: a start loads a third of the modules.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      resolve: { noExternal: command === "build" ? true : [] },
      build: {
        minify: true,
        outDir: `dist/server/${language}`,
        emptyOutDir: true,
        copyPublicDir: false,
        rollupOptions: {
          input: {
            "entry-server": "client/entry-server.tsx",
            "entry-stories": "client/entry-stories.ts",
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (client) await builder.build(client);
      if (ssr) await builder.build(ssr);
    },
  },
});

export default defineConfig(({ command }) => siteConfig("en", command));
