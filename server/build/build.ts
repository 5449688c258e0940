import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, createBuilder } from "vite";
import { LANGUAGES } from "../../shared/languages.ts";
import { siteConfig } from "../../vite.config.ts";
import { buildPageStyles } from "./page-styles.ts";

/** The file whose content and mtime are the start of the build; `build-when-needed.sh` compares sources with this file. */
const STAMP = "dist/build-stamp";
const CLIENT = "dist/client";
const SITE = "dist/site";

/** Packages that read their own files, have native code, or are loaded by some sites only: in development, or with traces. */
const EXTERNAL = [
  /^@fastify\/swagger/,
  /^@opentelemetry\/(?!api$)/,
  "chokidar",
  "pg",
  "sharp",
  "vite",
];

const log = (line: string) => process.stderr.write(`${line}\n`);

/** Returns `SOURCE_COMMIT` where there is no git, as in an image, else the commit of the tree, marked when the tree has changes. */
function sourceCommit(): string {
  const { SOURCE_COMMIT = "" } = process.env;
  // Inside another repository, git would name a commit of that repository.
  if (SOURCE_COMMIT !== "" || !existsSync(".git")) return SOURCE_COMMIT;
  const describe = ["describe", "--always", "--exclude=*", "--abbrev=40", "--dirty"];
  try {
    return execFileSync("git", describe, { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}

async function precompress(folder: string): Promise<void> {
  // The pattern leaves out the files of `.vite`, which are not served.
  const files = globSync(`${folder}/**/*.{js,css,svg,json,webmanifest,txt,xml,ico}`);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      // For a small file, the header of the content encoding costs more than compression saves.
      if (bytes.length < 200) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

const startedAt = new Date();
const pages = globSync("client/pages/**/*.{page,server-page}.tsx");
log(`${pages.length} page templates in ${LANGUAGES.join(" and ")}, the service worker, the server`);
const alone = { configFile: false, logLevel: "warn" } as const;
rmSync("dist/server", { recursive: true, force: true });
for (const language of LANGUAGES)
  await (await createBuilder({ ...siteConfig(language, "build"), ...alone })).buildApp();
// The sheet of all scripts, in place of which pages have sheets of their own.
for (const sheet of globSync(`${CLIENT}/assets/style-*.css`)) rmSync(sheet);
await buildPageStyles(CLIENT);
await build({
  ...alone,
  publicDir: false,
  build: {
    outDir: CLIENT,
    emptyOutDir: false,
    target: "es2020",
    rollupOptions: {
      input: "client/service-worker/worker.ts",
      checks: { bundlerTimings: false },
      output: { format: "iife", entryFileNames: "service-worker.js" },
    },
  },
});
await precompress(CLIENT);
await build({
  ...alone,
  ssr: { noExternal: true, target: "node" },
  define: { "process.env.SOURCE_COMMIT": JSON.stringify(sourceCommit()) },
  build: {
    ssr: "server/site.ts",
    outDir: SITE,
    target: "node22",
    minify: false,
    rollupOptions: {
      external: EXTERNAL,
      checks: { bundlerTimings: false },
      output: { entryFileNames: "site.js", comments: { jsdoc: false } },
    },
  },
});
writeFileSync(STAMP, String(startedAt.getTime()));
utimesSync(STAMP, startedAt, startedAt);
// The imports start nothing and only fill the compile cache for the first start (server/require-node.mjs).
const renderers = LANGUAGES.map((language) => `dist/server/${language}/entry-server.js`);
for (const file of [`${SITE}/site.js`, ...renderers])
  await import(pathToFileURL(resolve(file)).href);
flushCompileCache();
log(`built in ${Math.round((Date.now() - startedAt.getTime()) / 1000)} s`);
