import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contentPlugin } from "./server/build/content/content-plugin.ts";
import { imagesPlugin } from "./server/build/content/images-plugin.ts";

export default defineConfig({
  plugins: [react(), contentPlugin(), imagesPlugin()],
  publicDir: "client/public",
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    modulePreload: { resolveDependencies: () => [] },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        rollupOptions: {
          input: ["client/entry-browser.tsx"],
          output: {
            codeSplitting: {
              // Many small chunks compress badly and each costs a request.
              groups: [
                {
                  name: "parts",
                  test: /client\/(components|data|tracking|document)\/|shared\//,
                  minShareCount: 7,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file, React's production build in it, whatever NODE_ENV says: a third of the modules of a start.
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      resolve: { noExternal: true },
      build: {
        outDir: "dist/server",
        emptyOutDir: true,
        copyPublicDir: false,
        rollupOptions: { input: { "entry-server": "client/entry-server.tsx" } },
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
