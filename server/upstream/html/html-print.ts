import type { Content, Leaf, Mark } from "./html-runs.ts";

/**
 * The markup of arranged content. Marks of neighbours are shared, so that a link stays one link.
 */
export function printContent(content: Content): string {
  const printed: string[] = [];
  let open: readonly Mark[] = [];
  for (const item of content) {
    const marks = item.kind === "block" ? [] : item.marks;
    const shared = countShared(open, marks);
    printed.push(
      ...open
        .slice(shared)
        .reverse()
        .map(({ tag }) => `</${tag}>`),
    );
    printed.push(...marks.slice(shared).map(({ tag, attributes }) => `<${tag}${attributes}>`));
    open = marks;
    printed.push(
      item.kind === "block" ? printBlock(item.tag, item.attributes, item.content) : printLeaf(item),
    );
  }
  printed.push(...[...open].reverse().map(({ tag }) => `</${tag}>`));
  return printed.join("");
}

function printBlock(tag: string, attributes: string, content: Content): string {
  return tag === "hr" ? "<hr>" : `<${tag}${attributes}>${printContent(content)}</${tag}>`;
}

function printLeaf(leaf: Leaf): string {
  return leaf.kind === "break" ? "<br>" : leaf.text;
}

function countShared(open: readonly Mark[], marks: readonly Mark[]): number {
  const differs = marks.findIndex((mark, index) => mark !== open[index]);
  return differs === -1 ? marks.length : differs;
}
