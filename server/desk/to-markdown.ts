import { setImmediate as nextTurn } from "node:timers/promises";
import { DomUtils, parseDocument } from "htmlparser2";
import { blockTags } from "../source/html/policy.ts";
import { sanitiseHtml } from "../source/html/sanitise-html.ts";
import { isParsable, toHtml } from "./markdown.ts";

type HtmlNode = ReturnType<typeof parseDocument>["children"][number];
type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;
type Quote = (text: string) => string;

/** The longest text that is converted. A longer text stays HTML, since converting it would delay the page too long. */
const LONGEST = 100_000;

const isElement = (node: HtmlNode): node is HtmlElement => "attribs" in node;

/** The attributes of a plain link: `href`, and those that the sanitiser adds. Any other is the writer's own. */
const OWN_ATTRIBUTES = ["href", "rel", "target"];

const asHtml = (node: HtmlNode): string => DomUtils.getOuterHTML(node);

/** The mark of Markdown for the tag of an element without attributes. */
const MARKS: Readonly<Record<string, string>> = { strong: "**", b: "**", em: "*", i: "*" };

const inlines = (nodes: readonly HtmlNode[], quote: Quote): string =>
  nodes.map((node) => inline(node, quote)).join("");

function link(element: HtmlElement, quote: Quote): string {
  const { href = "" } = element.attribs;
  const text = DomUtils.textContent(element);
  // Markdown turns a bare address into a link.
  if ([text, `mailto:${text}`, `http://${text}`].includes(href)) return text;
  const isPlain = /^[^\s()<>]+$/.test(href);
  return `[${inlines(element.children, quote)}](${isPlain ? href : `<${href}>`})`;
}

function inline(node: HtmlNode, quote: Quote): string {
  if (!isElement(node)) return "data" in node ? quote(node.data.replaceAll(/\s+/g, " ")) : "";
  const { name, attribs, children } = node;
  if (name === "br") return "\n";
  const names = Object.keys(attribs);
  if (name === "a" && names.every((one) => OWN_ATTRIBUTES.includes(one))) return link(node, quote);
  const mark = MARKS[name];
  if (mark === undefined || names.length > 0) return asHtml(node);
  return mark + inlines(children, quote) + mark;
}

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

function listItem(item: HtmlElement, mark: string, quote: Quote): string {
  const isList = (node: HtmlNode) => isElement(node) && (node.name === "ul" || node.name === "ol");
  const texts = item.children.filter((node) => !isList(node));
  const lists = item.children.filter(isList).map((list) => block(list, quote));
  const lines = [inlines(texts, quote).trim(), ...lists].join("\n");
  return mark + indented(lines, " ".repeat(mark.length));
}

/** Converts a paragraph, heading, list or quotation to Markdown, and leaves everything else as HTML. */
function block(node: HtmlNode, quote: Quote): string {
  if (!isElement(node)) return inline(node, quote).trim();
  const { name, attribs, children } = node;
  if (Object.keys(attribs).length > 0 && name !== "a") return asHtml(node);
  const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);
  if (level > 0) return `${"#".repeat(level)} ${inlines(children, quote).trim()}`;
  if (name === "p") return inlines(children, quote).trim();
  if (name === "hr") return "---";
  if (name === "blockquote") return `> ${indented(blocks(children, quote), "> ")}`;
  if (name === "ul" || name === "ol") {
    const items = children.filter(isElement);
    const mark = (index: number) => (name === "ul" ? "- " : `${index + 1}. `);
    return items.map((item, index) => listItem(item, mark(index), quote)).join("\n");
  }
  return asHtml(node);
}

const blocks = (nodes: readonly HtmlNode[], quote: Quote): string =>
  nodes
    .map((node) => block(node, quote))
    .filter((text) => text !== "")
    .join("\n\n");

/** The beginning of a text that Markdown takes for a list, a heading or a quotation: `1` of `1. May`, the start of `- 5 °C`. */
const MARK_AT_START = /^(\s*(?:\d+(?=[.)])|(?=[-+#>])))/;

/** The ways to escape a text, in the order tried: not at all, a Markdown mark at the beginning, all Markdown marks. */
const QUOTES: readonly Quote[] = [
  (text) => text,
  (text) => text.replace(MARK_AT_START, "$1\\"),
  (text) => text.replaceAll(/[\\`*_[\]<>&#~|]/g, "\\$&"),
];

/**
 * A link with its own address as text, which Markdown makes from the bare address. Examples: `<a
 * href="mailto:a@b.example">a@b.example</a>`, `<a href="http://b.example">b.example</a>`.
 */
const ADDRESS_LINK = /<a href="(?:mailto:|http:\/\/)?([^"<>]*)"[^<>]*>(?:http:\/\/)?\1<\/a>/g;

/** Splits the top level of a text into parts. A part is a block, or the inline nodes between two blocks. */
function partsOf(html: string): HtmlNode[][] {
  const parts: HtmlNode[][] = [];
  let line: HtmlNode[] | null = null;
  for (const node of parseDocument(html).children) {
    if (isElement(node) && blockTags.has(node.name)) {
      parts.push([node]);
      line = null;
    } else if (line !== null) line.push(node);
    else if (DomUtils.textContent(node).trim() !== "" || isElement(node)) {
      line = [node];
      parts.push(line);
    }
  }
  return parts;
}

const partText = (part: readonly HtmlNode[], quote: Quote): string =>
  part.length === 1 ? blocks(part, quote) : inlines(part, quote).trim();

/** Returns the Markdown for this HTML, as somebody would type it. HTML that Markdown cannot express stays: nothing is lost. */
export async function toMarkdown(html: string, baseUrl: string): Promise<string> {
  if (html.length > LONGEST) return html;
  const clean = (given: string) =>
    sanitiseHtml(given, { baseUrl })
      .replaceAll(ADDRESS_LINK, "$1")
      .replaceAll(/<(\/?)b>/g, "<$1strong>")
      .replaceAll(/<(\/?)i>/g, "<$1em>");
  const gives = async (text: string, cleaned: string) =>
    isParsable(text) && clean(await toHtml(text)) === cleaned;
  const wanted = clean(html);
  const parts = partsOf(html);
  // In a text without tags, the line breaks of the source are the only layout.
  const plain = DomUtils.textContent(parts.flat());
  if (!html.includes("<") && (await gives(plain, wanted))) return plain;
  let last = "";
  const texts: string[] = [];
  for (const part of parts) {
    // A long text takes a while, so other requests get a turn after each part.
    await nextTurn();
    const [first] = part;
    const name = first && isElement(first) ? first.name : "";
    const own = part.map(asHtml).join("");
    const cleaned = clean(own);
    const tries = QUOTES.map((quote) => partText(part, quote));
    // Markdown would merge two lists in a row into one.
    const isJoined = name === last && (name === "ul" || name === "ol");
    last = isJoined ? "" : name;
    let found = own;
    for (const one of isJoined ? [] : tries) {
      if (!(await gives(one, cleaned))) continue;
      found = one || own;
      break;
    }
    texts.push(found);
  }
  await nextTurn();
  const text = texts.join("\n\n");
  return (await gives(text, wanted)) ? text : html;
}
