import { directionOf } from "../../../shared/languages.ts";
import { type Block, blocksOf, type Content, textOf } from "./blocks.ts";

/** Languages that their script tells, or letters that only they have in it. */
const BY_SCRIPT: readonly (readonly [letters: RegExp, language: string, own?: RegExp])[] = [
  [/\p{Script=Arabic}/gu, "ur", /[ٹڈڑں]/],
  [/\p{Script=Arabic}/gu, "fa", /[پچژگ]/],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Syriac}/gu, "syr"],
  [/\p{Script=Thaana}/gu, "dv"],
  [/\p{Script=Ethiopic}/gu, "am"],
  [/\p{Script=Gujarati}/gu, "gu"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu, "ja", /\p{Script=Hiragana}/u],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Greek}/gu, "el"],
  [/\p{Script=Thai}/gu, "th"],
];

/** The language whose script most letters are of. */
export function languageOfScript(text: string): string | null {
  if (!/[\u0370-\u1fff\u2e80-\ud7ff]/u.test(text)) return null;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const found = BY_SCRIPT.find(
    ([script, , own]) =>
      (text.match(script)?.length ?? 0) * 2 > letters && (own?.test(text) ?? true),
  );
  return found?.[1] ?? null;
}

/** The blocks that hold text and no other blocks. */
const textBlocks = (content: Content): Block[] =>
  blocksOf(content).flatMap((block) => {
    const inner = textBlocks(block.content);
    return inner.length > 0 ? inner : /\p{L}/u.test(textOf(block)) ? [block] : [];
  });

/** Where a text has paragraphs in two directions, each says its own, unless the source does. */
export function markDirections(content: Content): void {
  const blocks = textBlocks(content).map((block) => {
    const language = languageOfScript(textOf(block));
    return { block, language, dir: directionOf(language ?? "") };
  });
  if (new Set(blocks.map(({ dir }) => dir)).size < 2) return;
  for (const { block, language, dir } of blocks) {
    const isStated = (name: string) => block.attributes.includes(` ${name}="`);
    if (language !== null && !isStated("lang")) block.attributes += ` lang="${language}"`;
    if (!isStated("dir")) block.attributes += ` dir="${dir}"`;
  }
}
