// Plain JavaScript on purpose: this file must run on a Node that is too old for the rest.
import * as nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `This site needs Node 24, and this is ${process.version}: run "npm ci" (without --omit=optional), ` +
      "which brings Node 24 along, then start it with npm.\n",
  );
  process.exit(1);
}

// Keeps compiled code, with its types already stripped, beside the build from one start to the next. The cache must be
// enabled before the first module of the site is loaded, hence here. Without write access each start compiles again.
nodeModule.enableCompileCache("dist/compiled");
