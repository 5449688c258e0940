import { execFileSync } from "node:child_process";
import { globSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
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

const log = (line: string) => process.stderr.write(`${line}\n`);

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
// A process of its own, which has ended before the pages are built, so that the build needs 500 MB and not 900.
execFileSync(process.execPath, [...process.execArgv, "server/build/build-server.ts"], {
  stdio: "inherit",
});
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
writeFileSync(STAMP, String(startedAt.getTime()));
utimesSync(STAMP, startedAt, startedAt);
// The imports start nothing and only fill the compile cache for the first start (server/require-node.mjs).
const renderers = LANGUAGES.map((language) => `dist/server/${language}/entry-server.js`);
for (const file of ["dist/site/site.js", ...renderers])
  await import(pathToFileURL(resolve(file)).href);
flushCompileCache();
log(`built in ${Math.round((Date.now() - startedAt.getTime()) / 1000)} s`);
