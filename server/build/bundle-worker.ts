/** Bundles the service worker into one file under a name that never changes, beside the browser's other files. */
export async function bundleWorker(folder: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2020",
      minify: "terser",
      terserOptions: { ecma: 2020, compress: { passes: 3 } },
      rollupOptions: {
        input: "client/service-worker/worker.ts",
        checks: { bundlerTimings: false },
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
}
