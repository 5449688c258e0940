import type { Plugin } from "vite";

const MODULES = "node_modules/";

/** Returns the folder of the package that a module belongs to, such as `node_modules/a/node_modules/@b/c`; null for our own code. */
function packageFolder(id: string): string | null {
  const first = id.indexOf(MODULES);
  if (first < 0) return null;
  const last = id.lastIndexOf(MODULES) + MODULES.length;
  const [scope = "", name = ""] = id.slice(last).split("/");
  return id.slice(first, last) + (scope.startsWith("@") ? `${scope}/${name}` : scope);
}

/** Emits the folders of the packages of which a bundle has code, for the list of packages in a release (server/build/release.ts). */
export const packageListPlugin = (name: string): Plugin => ({
  name: "package-list",
  apply: "build",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const folders = chunks.flatMap(({ moduleIds }) => moduleIds.map(packageFolder));
    const found = [...new Set(folders.filter((folder) => folder !== null))].sort();
    const fileName = `.vite/packages.${name}.json`;
    this.emitFile({ type: "asset", fileName, source: JSON.stringify(found) });
  },
});
