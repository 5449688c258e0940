import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { packageListPlugin } from "./server/build/package-list-plugin.ts";
import { partsPagePlugin } from "./server/build/parts-page-plugin.ts";
import type { Language } from "./shared/languages.ts";

/** The options of every build of the client. Stylesheets have a build of their own (server/build/page-styles.ts). */
export const clientOptions = {
  css: {
    modules: {
      // The class `slide` of `hero.module.css` is `hero-slide`, by which sheets of the whole site may refer to the class.
      generateScopedName: (name, file) => `${basename(file, ".module.css")}-${name}`,
    },
  },
  build: {
    assetsInlineLimit: 0,
    target: packageJson.browserslist.map((browser) =>
      browser.replace("ios_saf", "ios").replace(" ", ""),
    ),
    rollupOptions: { checks: { bundlerTimings: false } },
  },
} satisfies UserConfig;

/**
 * Returns the configuration of one language's build (docs/decisions/0058). The English build comes first, and brings the files that
 * all languages share: pictures, fonts, downloads. Equal modules have equal names, so that languages share the modules too.
 */
export const siteConfig = (language: Language, command: "build" | "serve"): UserConfig => ({
  plugins: [react(), partsPagePlugin(), packageListPlugin(language)],
  // All code imports the English texts; the alias replaces them with those of the language.
  resolve: { alias: [{ find: /\/words\/en\//, replacement: `/words/${language}/` }] },
  css: clientOptions.css,
  publicDir: "client/public",
  build: {
    ...clientOptions.build,
    // One sheet for all scripts, which server/build/build.ts removes: scripts that name the sheets of pages are 1 kB larger.
    cssCodeSplit: false,
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
