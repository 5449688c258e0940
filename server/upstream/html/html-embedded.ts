import { isBlank } from "../clean-text.ts";
import { mediaTags } from "./html-tags.ts";
import type { HtmlElement, HtmlNode } from "./html-tree.ts";

type OnDropped = (tag: string) => void;

/**
 * The tree with pictures that need no script and, where a frame, a film or a sound was, a paragraph with a link. `onDropped`
 * is called with the tag of each that has no usable address.
 */
export function replaceEmbedded(nodes: readonly HtmlNode[], onDropped: OnDropped): HtmlNode[] {
  return withoutStandIns(nodes).flatMap((node): HtmlNode[] => {
    if (node.kind === "text") return [node];
    const { tag } = node;
    const children = () => replaceEmbedded(node.children, onDropped);
    if (tag === "img") return keepImage(node, onDropped);
    if (tag === "picture") return replaceEmbedded(imagesOf(node), onDropped);
    if (tag === "noscript") return children();
    if (tag === "source") return [];
    if (!mediaTags.has(tag)) return [{ ...node, children: children() }];
    const link = linkOf(node);
    if (link !== null) return [element("p", "", [link])];
    onDropped(tag);
    // The rest have texts for browsers of the last century.
    return tag === "object" || tag === "video" || tag === "audio" ? children() : [];
  });
}

const element = (tag: string, attributes: string, children: HtmlNode[]): HtmlElement => ({
  kind: "element",
  tag,
  attributes,
  children,
});

const elementsOf = ({ children }: HtmlElement, tag: string): HtmlElement[] =>
  children.filter((child) => child.kind === "element").filter((child) => child.tag === tag);

const isShown = ({ attributes }: HtmlElement) => attributes.includes(' src="');

function keepImage(image: HtmlElement, onDropped: OnDropped): HtmlElement[] {
  if (isShown(image)) return [image];
  onDropped(image.tag);
  return [];
}

/** The `img` of a `picture` may wait for a script, and its address be that of a `source`. */
function imagesOf(picture: HtmlElement): HtmlNode[] {
  const [image] = elementsOf(picture, "img");
  const source = elementsOf(picture, "source").find(isShown);
  if (image === undefined || source === undefined || isShown(image)) return picture.children;
  const alt = / alt="[^"]*"/;
  const attributes = source.attributes.replace(/ href=.*/, "");
  return [
    element(
      "img",
      attributes.replace(alt, () => alt.exec(image.attributes)?.[0] ?? ""),
      [],
    ),
  ];
}

/** What is in the element is for browsers that cannot show it. */
function linkOf(media: HtmlElement): HtmlElement | null {
  for (const { attributes } of [media, ...elementsOf(media, "source")]) {
    const [, href, text] = / href="([^"]*)" title="([^"]*)"/.exec(attributes) ?? [];
    if (href === undefined || text === undefined) continue;
    const title: HtmlNode = { kind: "text", text: text.replaceAll("&quot;", '"') };
    return element("a", ` href="${href}" rel="noopener noreferrer"`, [title]);
  }
  return null;
}

const isNoscript = (node: HtmlNode | undefined) =>
  node?.kind === "element" && node.tag === "noscript";
const isBlankText = (node: HtmlNode) => node.kind === "text" && isBlank(node.text);

/** Whether there are pictures and nothing else. */
function isPicture(node: HtmlNode | undefined): boolean {
  if (node?.kind !== "element" || mediaTags.has(node.tag)) return false;
  if (node.tag === "img") return isShown(node);
  const children = node.children.filter((child) => !isBlankText(child));
  return children.length > 0 && children.every(isPicture);
}

/** Without the pictures that a script would replace by the one in the `noscript` beside them. */
function withoutStandIns(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  if (!nodes.some(isNoscript)) return nodes;
  const visible = nodes.filter((node) => !isBlankText(node));
  const isReplacement = (node: HtmlNode | undefined) => isNoscript(node) && isPicture(node);
  const standIns = visible.filter(
    (node, index) =>
      !isNoscript(node) &&
      (isReplacement(visible[index - 1]) || isReplacement(visible[index + 1])) &&
      isPicture(node),
  );
  const left = new Set(standIns);
  return nodes.filter((node) => !left.has(node));
}
