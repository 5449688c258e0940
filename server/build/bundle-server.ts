/** Packages that read their own files, have native code, or are loaded only by some sites. */
const EXTERNAL = [
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "bullmq",
  "ioredis",
  "sharp",
  "vite",
  // The interface is loaded with the metrics; what exports traces only with a collector.
  /^@opentelemetry\/(?!api$)/,
];

/** Bundles the server and its packages into one file, with chunks for dynamic imports. */
export async function bundleServer(folder: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true, target: "node" },
    build: {
      ssr: "server/site.ts",
      outDir: folder,
      target: "node22",
      minify: false,
      rollupOptions: {
        external: EXTERNAL,
        checks: { bundlerTimings: false },
        output: { entryFileNames: "site.js", comments: { jsdoc: false } },
      },
    },
  });
}
