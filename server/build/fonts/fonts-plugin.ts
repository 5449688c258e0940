/// <reference path="./subset-font.d.ts" />
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import type { Language } from "../../../shared/languages.ts";

const SOURCE = "@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2";
/** Where `client/styles/fonts.css` imports them from. */
const FOLDER = "dist/fonts";

const letters = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

/** English and Swahili with punctuation: what the first paint needs. */
const CORE = `${letters(0x20, 0x7e)}\u00a0©«·»×°–—‘’“”…•€£→`;
/** Other western European letters; loaded by pages that show one. */
const REST = `${letters(0xa1, 0xff)}ıŒœʻʼˆ˚˜†‡‰‹›⁄™↑↓−∕`;

const FILES = [
  ["montserrat.woff2", CORE],
  ["montserrat-rest.woff2", [...REST].filter((letter) => !CORE.includes(letter)).join("")],
] as const;

/** Subsets Montserrat to the letters and weights of the site, 300 to 700 (spec section 9). */
async function prepareFonts(root: string): Promise<void> {
  const folder = join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  const source = readFileSync(createRequire(import.meta.url).resolve(SOURCE));
  for (const [name, text] of FILES) {
    const font = await subsetFont(source, text, {
      targetFormat: "woff2",
      variationAxes: { wght: { min: 300, max: 700 } },
      keepFeatures: ["kern", "liga", "ccmp", "mark", "tnum"],
      noHinting: true,
    });
    writeFileSync(join(folder, name), font);
  }
}

/** Prepares the fonts before any stylesheet refers to them; the English build, those of all languages. */
export function fontsPlugin(language: Language): Plugin {
  return {
    name: "fonts",
    async config({ root = process.cwd() }, { command }) {
      const isPrepared = FILES.every(([name]) => existsSync(join(root, FOLDER, name)));
      if ((command === "build" && language === "en") || !isPrepared) await prepareFonts(root);
    },
  };
}
