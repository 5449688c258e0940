import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/** Every source file below some folders, as paths from the root. */
export const sourceFiles = (...folders: string[]): string[] =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).sort();

/**
 * What a file imports: paths from the root for files of the repository, names for packages. Without `import type`, which
 * is gone when the program runs, on request.
 */
export function importsOf(file: string, { areTypesLeftOut = false } = {}): string[] {
  const whole = readFileSync(file, "utf8").replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  const text = areTypesLeftOut ? whole.replaceAll(/^(?:im|ex)port type [^;]*;/gm, "") : whole;
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)];
  return names.map(([, name = ""]) =>
    name.startsWith(".") ? posix.join(posix.dirname(file), name.replace(/\?.*$/, "")) : name,
  );
}
