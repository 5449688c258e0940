import { blockTags, readTags, voidTags } from "./html-tags.ts";

export interface HtmlElement {
  kind: "element";
  tag: string;
  /** Serialised, with a leading space when not empty. */
  attributes: string;
  children: HtmlNode[];
}

export interface HtmlText {
  kind: "text";
  /** Escaped. */
  text: string;
}

export type HtmlNode = HtmlElement | HtmlText;

const token = /<(\/?)([a-z][a-z0-9]*)((?:\s[a-z]+="[^"<>]*")*)\s*\/?>|[^<]+|</g;

/** The tree of what `applyPolicy` returned. Other tags are ignored, a `<` alone is text. */
export function parseCleanHtml(html: string): HtmlNode[] {
  const root = createElement("div", "");
  const open = [root];
  for (const [text, slash, tag, attributes = ""] of html.matchAll(token)) {
    const siblings = (open.at(-1) ?? root).children;
    if (tag === undefined) siblings.push({ kind: "text", text: escapeAngles(text) });
    else if (slash === "/") closeElement(open, tag);
    else if (readTags.has(tag)) {
      const element = createElement(tag, attributes);
      siblings.push(element);
      if (!voidTags.has(tag)) open.push(element);
    }
  }
  return root.children;
}

/** Whether a block is anywhere among the nodes and their descendants. */
export function hasBlock(nodes: readonly HtmlNode[]): boolean {
  return nodes.some(
    (node) => node.kind === "element" && (blockTags.has(node.tag) || hasBlock(node.children)),
  );
}

function createElement(tag: string, attributes: string): HtmlElement {
  return { kind: "element", tag, attributes, children: [] };
}

function closeElement(open: HtmlElement[], tag: string): void {
  const at = open.findLastIndex((element) => element.tag === tag);
  if (at > 0) open.length = at;
}

function escapeAngles(text: string): string {
  return text.replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
