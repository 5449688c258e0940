import { blockTags, inlineTags, voidTags } from "./html-tags.ts";

export interface HtmlElement {
  kind: "element";
  tag: string;
  /** As printed, with a leading space when not empty. */
  attributes: string;
  children: HtmlNode[];
  /** Whether a block lies anywhere below it. */
  hasBlock: boolean;
}

export interface HtmlText {
  kind: "text";
  /** Escaped, ready to print. */
  text: string;
}

export type HtmlNode = HtmlElement | HtmlText;

const token = /<(\/?)([a-z][a-z0-9]*)((?:\s[a-z]+="[^"<>]*")*)\s*\/?>|[^<]+|</g;

/**
 * The tree of what `applyPolicy` printed. A tag off the allow-list is passed over, a stray `<` is
 * text.
 */
export function parseCleanHtml(html: string): HtmlElement {
  const root = createElement("div", "");
  const open = [root];
  for (const [text, slash, tag, attributes = ""] of html.matchAll(token)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) parent.children.push({ kind: "text", text: escapeAngles(text) });
    else if (slash === "/") closeElement(open, tag);
    else if (isKnown(tag)) {
      const element = createElement(tag, attributes);
      parent.children.push(element);
      if (!voidTags.has(tag)) open.push(element);
      else markBlock(parent, element);
    }
  }
  while (open.length > 1) closeElement(open, open.at(-1)?.tag ?? "");
  return root;
}

function createElement(tag: string, attributes: string): HtmlElement {
  return { kind: "element", tag, attributes, children: [], hasBlock: false };
}

function closeElement(open: HtmlElement[], tag: string): void {
  const at = open.findLastIndex((element) => element.tag === tag);
  while (at > 0 && open.length > at) {
    const closed = open.pop();
    const parent = open.at(-1);
    if (closed && parent) markBlock(parent, closed);
  }
}

function markBlock(parent: HtmlElement, child: HtmlElement): void {
  if (child.hasBlock || blockTags.has(child.tag)) parent.hasBlock = true;
}

function isKnown(tag: string): boolean {
  return blockTags.has(tag) || inlineTags.has(tag) || voidTags.has(tag);
}

function escapeAngles(text: string): string {
  return text.replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
