// Plain JavaScript on purpose: it must run on the very Node that is too old for the rest.
import * as nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(
    `This site needs Node 24, and this is ${process.version}: run "npm ci" (without --omit=optional), ` +
      "which brings Node 24 along, then start it with npm.\n",
  );
  process.exit(1);
}

// Compiled code is stored beside the build from start to start, its types already taken out. It must be enabled
// before the first module of the site is read, hence here. Where nothing can be written each start compiles anew.
nodeModule.enableCompileCache("dist/compiled");
