/// <reference path="./opentype.d.ts" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import opentype, { type Font } from "opentype.js";

/** Text as paths: a card does not depend on the fonts of a machine. */
export interface Letters {
  /** The text with what no font has left out: pictographs, control characters, foreign scripts. */
  readable(text: string): string;
  widthOf(text: string, size: number): number;
  /** Path data of a line that begins at `x`, its baseline at `y`. */
  outline(text: string, place: { x: number; y: number; size: number; tracking?: number }): string;
}

/** In the order of the search for a glyph. */
const SUBSETS = ["latin", "latin-ext", "vietnamese", "cyrillic"] as const;

function load(weight: 600 | 700): Font[] {
  const folder = dirname(
    createRequire(import.meta.url).resolve("@fontsource/montserrat/package.json"),
  );
  return SUBSETS.map((subset) => {
    const file = join(folder, `files/montserrat-${subset}-${weight}-normal.woff`);
    return opentype.parse(new Uint8Array(readFileSync(file)).buffer);
  });
}

/** A run of text in one font. */
interface Run {
  font: Font;
  text: string;
}

/** The bundled Montserrat in one weight. Reads the files once, when it is created. */
export function createLetters(weight: 600 | 700): Letters {
  const fonts = load(weight);
  const [first] = fonts;
  if (!first) throw new Error("no font to render cards with");
  const fontOf = (letter: string) => fonts.find((font) => font.charToGlyphIndex(letter) > 0);

  /** The letter, or the letter without its diacritics, or nothing. */
  function known(letter: string): string {
    if (fontOf(letter)) return letter;
    const plain = letter.normalize("NFKD").replace(/\p{M}/gu, "");
    return [...plain].filter(fontOf).join("");
  }

  function runs(text: string): Run[] {
    const found: Run[] = [];
    for (const letter of text) {
      const last = found.at(-1);
      const font = fontOf(letter) ?? first;
      if (!font) continue;
      if (last?.font === font) last.text += letter;
      else found.push({ font, text: letter });
    }
    return found;
  }

  const widthOf = (text: string, size: number) =>
    runs(text).reduce((sum, run) => sum + run.font.getAdvanceWidth(run.text, size), 0);

  return {
    readable: (text) =>
      [...text.normalize("NFC").replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")]
        .map(known)
        .join("")
        .replace(/ {2,}/g, " ")
        .trim(),
    widthOf,
    outline(text, { x, y, size, tracking = 0 }) {
      let at = x;
      const parts = tracking === 0 ? runs(text) : [...text].flatMap(runs);
      return parts
        .map(({ font, text }) => {
          const data = font.getPath(text, at, y, size).toPathData(1);
          at += font.getAdvanceWidth(text, size) + tracking;
          return data;
        })
        .join("");
    },
  };
}
