import { toParagraphs } from "./html-paragraphs.ts";
import type { Block, Content } from "./html-runs.ts";
import { createBlock, isTag } from "./html-runs.ts";

/**
 * A table whose every cell is in a row and every row in a section, as a browser would build it.
 * What may not stand in a table comes before it.
 */
export function fitTable({ content, attributes }: Block): Block[] {
  const misplaced: Content = [];
  const caption = content.find((item) => isTag(item, "caption") && item.content.length > 0);
  const others = content.flatMap((item) => {
    if (!isTag(item, "caption")) return [item];
    return item === caption ? [] : toParagraphs(item.content);
  });
  const sections = fitParts(others, tableLevel, misplaced)
    .map((section) => ({ ...section, content: toRows(section.content, misplaced) }))
    .filter((section) => section.content.length > 0);
  const before = toParagraphs(misplaced);
  const first = caption === undefined ? [] : [caption];
  if (sections.length === 0) return [...before, ...toParagraphs(first)];
  return [...before, createBlock("table", [...first, ...sections], attributes)];
}

interface Level {
  tags: string[];
  /** Tags of the levels below. Where they stand directly in this level, `implied` contains them. */
  lowerTags: string[];
  implied: string;
}

const tableLevel: Level = {
  tags: ["thead", "tbody", "tfoot"],
  lowerTags: ["tr", "td", "th"],
  implied: "tbody",
};
const sectionLevel: Level = { tags: ["tr"], lowerTags: ["td", "th"], implied: "tr" };

function fitParts(content: Content, level: Level, misplaced: Content): Block[] {
  const parts: Block[] = [];
  let implied: Block | null = null;
  for (const item of content) {
    if (isTag(item, ...level.tags)) {
      implied = null;
      parts.push(item);
    } else if (isTag(item, ...level.lowerTags)) {
      if (implied === null) {
        implied = createBlock(level.implied, []);
        parts.push(implied);
      }
      implied.content.push(item);
    } else misplaced.push(item);
  }
  return parts;
}

function toRows(content: Content, misplaced: Content): Block[] {
  return fitParts(content, sectionLevel, misplaced)
    .map((row) => {
      misplaced.push(...row.content.filter((item) => !isTag(item, "td", "th")));
      return { ...row, content: row.content.filter((item) => isTag(item, "td", "th")) };
    })
    .filter((row) => row.content.length > 0);
}
