import { globSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { ContentValidationError } from "./content-error.ts";

/** What content/README.md asks for: the widest size that a screen is sent. */
const WANTED_WIDTH = 1_600;

/** Photographs that would look blurred on a wide screen. The build takes them; the check for editors does not. */
export async function narrowPhotographs(contentDir: string): Promise<ContentValidationError[]> {
  const files = globSync("images/**/*.{jpg,jpeg,png}", { cwd: contentDir }).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const { autoOrient } = await sharp(join(contentDir, file)).metadata();
      if (autoOrient.width >= WANTED_WIDTH) return [];
      const problem = `is ${autoOrient.width} pixels wide; at least ${WANTED_WIDTH} are needed`;
      return [{ file, field: null, problem }];
    }),
  );
  return found.flat();
}
