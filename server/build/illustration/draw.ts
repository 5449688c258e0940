/** Draws every picture of the site into content/images: node server/build/illustration/draw.ts */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pictures } from "./pictures.ts";

const root = fileURLToPath(new URL("../../../content", import.meta.url));

export function drawAll(target: string = root): string[] {
  return Object.entries(pictures()).map(([name, svg]) => {
    const file = join(target, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, svg);
    return name;
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = drawAll();
  process.stdout.write(`${names.length} pictures drawn\n`);
}
