/** Read files that lie beside them, are compiled for one machine, or are loaded by few sites. */
const OUTSIDE = [
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "@fontsource/montserrat",
  "bullmq",
  "ioredis",
  "sharp",
  "vite",
  /^@fastify\/otel$/,
  /^@opentelemetry\//,
];

/** Puts the server and its packages into one file, with parts of their own for what is loaded later. */
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
      rollupOptions: { external: OUTSIDE, output: { entryFileNames: "site.js" } },
    },
  });
}
