import { globSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { contentPlugin } from "./server/build/content/content-plugin.ts";
import { pageStylesPlugin } from "./server/build/page-styles-plugin.ts";
import type { Language } from "./shared/languages.ts";

/** Every class of the modules by its file: the same number in each build, in whatever order it compiles them. */
const scopedClasses = globSync("client/**/*.module.css", { cwd: import.meta.dirname })
  .sort()
  .flatMap((file) => {
    const css = readFileSync(join(import.meta.dirname, file), "utf8");
    const names = [...css.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => `${file} ${name}`);
    return [...new Set(names)];
  });

/** Stylesheet, HTML and script contain the name of a class: a number, as `_4f`, is 2 % of a page less than a readable one. */
function scopedName(name: string, file: string): string {
  const source = relative(import.meta.dirname, file.split("?", 1)[0] ?? "");
  const number = scopedClasses.indexOf(`${source} ${name}`);
  // An animation has no class.
  return number < 0 ? `${name}_${basename(source, ".module.css")}` : `_${number.toString(36)}`;
}

/**
 * One build for each language (docs/decisions/0058). The English one comes first, and brings what all languages share:
 * pictures, fonts, downloads. Equal modules have equal names, so that languages share them too.
 */
export const siteConfig = (language: Language, command: "build" | "serve"): UserConfig => ({
  plugins: [react(), contentPlugin(language), pageStylesPlugin(language)],
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
            "client/hydrate.tsx",
            "client/pages/developers/developers.server-page.tsx",
            "client/pages/developers/problem.server-page.tsx",
            "client/pages/search/search.server-page.tsx",
            "client/pages/staff/desk.server-page.tsx",
          ],
          // The texts of content/words stand where they are used, in no chunk of their own.
          optimization: { inlineConst: { mode: "all", pass: 3 } },
          output: {
            // The route table contains every name and hashes do not compress: short ones, of few characters.
            chunkFileNames: "assets/[hash:7].js",
            hashCharacters: "base36",
            codeSplitting: {
              groups: [
                // Changes with React's releases only, so it stays in the browser's cache.
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
                  priority: 1,
                },
                // What begins every page, with what it imports, and what half of the pages share: fewer requests, one after the other.
                { name: "shell", test: /client.(?:hydrate|components.streaming)/ },
                // Cards in a grid, in two small chunks otherwise.
                {
                  name: "cards",
                  test: /client.components.cards.(?:card-grid|content-card)/,
                  includeDependenciesRecursively: false,
                },
                { name: "shared", minShareCount: 20 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file with React's production build, whatever NODE_ENV is: a start loads a third of the modules.
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
