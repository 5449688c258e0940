import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Rolldown } from "vite";

/**
 * A name for a module, the same in every build: marked rules are hashed into the names of scripts. Modules are compiled in any
 * order, so a count would not do.
 */
const nameOf = (id: string) => createHash("sha256").update(relative("", id)).digest("hex");
/** An empty rule that stands before the rules of a module; minifiers keep it, since it sets something. */
const markOf = (name: string) => `module-${name}{--m:0}`;
const MARK = /module-([\da-f]{64})\{--m:0;?\}/;

/**
 * The minified rules of each module, although Vite only gives them by chunk: each module is marked before they are put
 * together, and the result is cut at the marks.
 */
export class ModuleStyles {
  readonly #ids = new Map<string, string>();

  /** The compiled stylesheet `css` of the module `id`, with its mark. */
  mark(css: string, id: string): string {
    const name = nameOf(id);
    this.#ids.set(name, id);
    return markOf(name) + css;
  }

  /** The rules of each module by its id. @throws Error when rules stand before the first mark */
  textsOf(bundle: Rolldown.OutputBundle): Map<string, string> {
    const texts = new Map<string, string>();
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== "asset" || !name.endsWith(".css")) continue;
      const [before = "", ...parts] = String(file.source).trim().split(MARK);
      if (before.trim() !== "") throw new Error(`${name}: rules of an unknown module`);
      for (let at = 0; at < parts.length; at += 2)
        texts.set(this.#ids.get(parts[at] ?? "") ?? "", (parts[at + 1] ?? "").trim());
    }
    return texts;
  }
}
