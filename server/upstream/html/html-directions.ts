import { directionOf } from "../../../shared/direction.ts";
import { languageOfScript } from "../script-language.ts";
import { type Block, type Content, flattenContent } from "./html-runs.ts";

const textOf = (block: Block) =>
  flattenContent(block.content)
    .map(({ kind, text }) => (kind === "text" ? text : " "))
    .join("");

/** The blocks that hold text and no other blocks. */
const textBlocks = (content: Content): Block[] =>
  content.flatMap((item) => {
    if (item.kind !== "block") return [];
    const inner = textBlocks(item.content);
    return inner.length > 0 ? inner : /\p{L}/u.test(textOf(item)) ? [item] : [];
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
