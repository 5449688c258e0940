import { globSync } from "node:fs";
import { basename } from "node:path";
import t from "tap";
import { type Manifest, sheetsOf } from "../../../../server/build/page-styles.ts";

const manifest: Manifest = {
  "shell.tsx": {
    file: "shell.js",
    css: ["base.css"],
    imports: ["link.tsx", "shell.module.css"],
    dynamicImports: ["page.tsx"],
  },
  "shell.module.css": { file: "shell.module.js", css: ["shell-module.css"] },
  "link.tsx": { file: "link.js", imports: ["link.module.css"] },
  "link.module.css": { file: "link.module.js", css: ["link-module.css"] },
  "page.tsx": {
    file: "page.js",
    css: ["note.css"],
    imports: ["card.tsx", "link.tsx", "page.module.css"],
    dynamicImports: ["views.tsx"],
  },
  "page.module.css": { file: "page.module.js", css: ["page-module.css"] },
  "card.tsx": { file: "card.js", css: ["badge.css", "note.css"], imports: ["card.module.css"] },
  "card.module.css": { file: "card.module.js", css: ["card-module.css"] },
  "views.tsx": { file: "views.js", imports: ["card.tsx", "views.module.css"] },
  "views.module.css": { file: "views.module.js", css: ["views-module.css"] },
};

t.test("plain sheets come first, and an imported CSS module before its importer's", async (t) => {
  t.same(sheetsOf(manifest, "page.tsx"), [
    "note.css",
    "badge.css",
    "card-module.css",
    "views-module.css",
    "link-module.css",
    "page-module.css",
  ]);
});

t.test("a page leaves out the sheets of the shell, and the shell those of pages", async (t) => {
  const known = new Set<string>();
  t.same(sheetsOf(manifest, "shell.tsx", { known, followsDynamic: false }), [
    "base.css",
    "link-module.css",
    "shell-module.css",
  ]);
  t.notOk(sheetsOf(manifest, "page.tsx", { known }).includes("link-module.css"));
});

t.test("imports in a circle end, and an unknown module has no sheets", async (t) => {
  const circle: Manifest = {
    "a.tsx": { file: "a.js", css: ["a.css"], imports: ["b.tsx"] },
    "b.tsx": { file: "b.js", css: ["b.css"], imports: ["a.tsx", "react"] },
  };
  t.same(sheetsOf(circle, "a.tsx"), ["a.css", "b.css"]);
});

t.test("each CSS module has a name unlike all others, which begins its classes", async (t) => {
  const names = globSync("client/**/*.module.css").map((file) => basename(file));
  t.ok(names.length > 0);
  t.same(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});
