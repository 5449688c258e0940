import { toParagraphs } from "./html-paragraphs.ts";
import type { Block, Content } from "./html-runs.ts";
import { createBlock } from "./html-runs.ts";

const sectionTags = new Set(["thead", "tbody", "tfoot"]);
const cellTags = new Set(["td", "th"]);

interface TableParts {
  caption: Block | null;
  sections: Block[];
  /** What may not stand in a table: a browser moves it before the table, and so do we. */
  strays: Content;
}

/** A table whose every cell is in a row, every row in a section, as a browser would build it. */
export function arrangeTable(content: Content, attributes: string): Block[] {
  const parts: TableParts = { caption: null, sections: [], strays: [] };
  let loose: Block | null = null;
  for (const item of content) {
    if (item.kind === "block" && sectionTags.has(item.tag)) {
      parts.sections.push(item);
      loose = null;
    } else if (item.kind === "block" && (item.tag === "tr" || cellTags.has(item.tag))) {
      if (loose === null) {
        loose = createBlock("tbody", []);
        parts.sections.push(loose);
      }
      loose.content.push(item);
    } else if (item.kind === "block" && item.tag === "caption") addCaption(item, parts);
    else parts.strays.push(item);
  }
  const sections = parts.sections
    .map((section) => ({ ...section, content: toRows(section.content, parts) }))
    .filter((section) => section.content.length > 0);
  const before = toParagraphs(parts.strays);
  const caption = parts.caption === null ? [] : [parts.caption];
  if (sections.length === 0) return [...before, ...toParagraphs(caption)];
  return [...before, createBlock("table", [...caption, ...sections], attributes)];
}

function addCaption(item: Block, parts: TableParts): void {
  if (parts.caption === null && item.content.length > 0) parts.caption = item;
  else parts.strays.push(...toParagraphs(item.content));
}

function toRows(content: Content, parts: TableParts): Block[] {
  const rows: Block[] = [];
  let loose: Block | null = null;
  for (const item of content) {
    if (item.kind === "block" && item.tag === "tr") {
      loose = null;
      rows.push({ ...item, content: toCells(item.content, parts) });
    } else if (item.kind === "block" && cellTags.has(item.tag)) {
      if (loose === null) {
        loose = createBlock("tr", []);
        rows.push(loose);
      }
      loose.content.push(item);
    } else parts.strays.push(item);
  }
  return rows.filter((row) => row.content.length > 0);
}

function toCells(content: Content, parts: TableParts): Block[] {
  return content.flatMap((item) => {
    if (item.kind === "block" && cellTags.has(item.tag)) return [item];
    parts.strays.push(item);
    return [];
  });
}
