import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** Returns every source file below the given folders, as paths from the root. */
export const sourceFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).sort();

/**
 * Returns the imports of a file: paths from the root for files of the repository, names for packages. On request, leaves out `import
 * type`, which does not exist at run time.
 */
export function importsOf(file: string, { areTypesLeftOut = false } = {}): string[] {
  const whole = readFileSync(file, "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const text = areTypesLeftOut ? whole.replaceAll(/^(?:im|ex)port type [^;]*;/gm, "") : whole;
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)];
  return names.map(([, name = ""]) =>
    name.startsWith(".") ? posix.join(posix.dirname(file), name.replace(/\?.*$/, "")) : name,
  );
}
