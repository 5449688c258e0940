import { createHash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { contentPlugin } from "./server/build/content/content-plugin.ts";
import { imagesPlugin } from "./server/build/content/images/images-plugin.ts";
import { fontsPlugin } from "./server/build/fonts/fonts-plugin.ts";
import { pageStylesPlugin } from "./server/build/styles/page-styles-plugin.ts";

/** Short class names, since stylesheet, HTML and script contain them: the name and three characters of a hash of the file. */
function scopedName(name: string, file: string): string {
  const source = relative(import.meta.dirname, file.split("?", 1)[0] ?? "");
  return `${name}-${createHash("sha256").update(source).digest("base64url").slice(0, 3)}`;
}

export default defineConfig(({ command }) => ({
  plugins: [react(), contentPlugin(), imagesPlugin(), fontsPlugin(), pageStylesPlugin()],
  css: { modules: { generateScopedName: scopedName } },
  publicDir: "client/public",
  build: {
    assetsInlineLimit: 0,
    // 0.9 kB less on Home, after brotli, than with Vite's own.
    minify: "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    target: packageJson.browserslist.map((browser) =>
      browser.replace("ios_saf", "ios").replace(" ", ""),
    ),
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        rollupOptions: {
          input: ["client/entry-browser.ts", "client/hydrate.tsx"],
          output: {
            // The route table contains every name and hashes do not compress, so they are short.
            chunkFileNames: "assets/[hash:7].js",
            codeSplitting: {
              // Fewer chunks: small ones compress badly, and each costs a request.
              groups: [
                // Changes with React's releases only, so it stays in the browser's cache.
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
                  priority: 1,
                },
                {
                  name: "parts",
                  test: /client\/(components|data|tracking|document|format)\/|client\/page\.ts|shared\//,
                  minShareCount: 7,
                },
                {
                  // What lists of news and events and their pages share.
                  name: "items",
                  test: /client\/components\/(?:cards\/(?:event|news|item|skeleton)|feedback\/(?:saved|state|use-recovery)|media\/(?:item|fallback)|streaming)|record-click/,
                  includeDependenciesRecursively: false,
                },
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
        outDir: "dist/server",
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
}));
