import type { Block, Content, Leaf, Mark } from "./html-runs.ts";

/** The HTML of fitted content. Neighbours with the same mark share its tag: a link stays one link. */
export function serialiseContent(content: Content): string {
  let html = "";
  let open: readonly Mark[] = [];
  for (const item of content) {
    const marks = item.kind === "block" ? [] : item.marks;
    const shared = countShared(open, marks);
    html += endTags(open.slice(shared)) + startTags(marks.slice(shared));
    html += item.kind === "block" ? serialiseBlock(item) : serialiseLeaf(item);
    open = marks;
  }
  return html + endTags(open);
}

function serialiseBlock({ tag, attributes, content }: Block): string {
  return tag === "hr" ? "<hr>" : `<${tag}${attributes}>${serialiseContent(content)}</${tag}>`;
}

function serialiseLeaf(leaf: Leaf): string {
  return leaf.kind === "break" ? "<br>" : leaf.text;
}

function startTags(marks: readonly Mark[]): string {
  return marks.map(({ tag, attributes }) => `<${tag}${attributes}>`).join("");
}

function endTags(marks: readonly Mark[]): string {
  return marks
    .map(({ tag }) => `</${tag}>`)
    .reverse()
    .join("");
}

function countShared(open: readonly Mark[], marks: readonly Mark[]): number {
  const differs = marks.findIndex((mark, index) => mark !== open[index]);
  return differs === -1 ? marks.length : differs;
}
