import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const MARK = "?sw";

/** Imports a module and all its imports a second time, with the Kiswahili texts of the build. */
export async function importInKiswahili<Module>(path: string): Promise<Module> {
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      const isOurs = context.parentURL?.endsWith(MARK) && name.startsWith(".");
      if (!isOurs) return next(name, context);
      const resolved = next(name.replace("words/en/", "words/sw/"), context);
      return { ...resolved, url: `${resolved.url}${MARK}` };
    },
  });
  try {
    return await import(`${pathToFileURL(path)}${MARK}`);
  } finally {
    hooks.deregister();
  }
}
