import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { build } from "vite";
import { packageListPlugin } from "./package-list-plugin.ts";

// Bundles the programs of the server with their packages. Run by server/build/build.ts.

/** Packages that stay outside the bundle: `sharp` has native code, and the others are needed in development only. */
const EXTERNAL = ["@fastify/middie", "chokidar", "pino-pretty", "sharp", "vite"];

/** The programs of the server by the name of their bundle: the site, its helpers in processes of their own, and the commands. */
const PROGRAMS = {
  site: "server/site.ts",
  "compile-thread": "server/content/compile-thread.ts",
  "conversion-process": "server/pictures/conversion-process.ts",
  "content-api": "server/embedded-api/serve.ts",
  "content-check": "server/ops/content-check.ts",
  "content-pull": "server/ops/content-pull.ts",
  doctor: "server/ops/doctor/cli.ts",
  "staff-command": "server/ops/staff-command/cli.ts",
};

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

await build({
  configFile: false,
  logLevel: "warn",
  plugins: [packageListPlugin("site")],
  ssr: { noExternal: true, target: "node" },
  define: { "process.env.SOURCE_COMMIT": JSON.stringify(sourceCommit()) },
  build: {
    ssr: true,
    outDir: "dist/site",
    target: "node22",
    minify: false,
    rollupOptions: {
      input: PROGRAMS,
      external: EXTERNAL,
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash:7].js",
        comments: { jsdoc: false },
      },
    },
  },
});
