import { escapeUTF8 as escaped } from "entities";
import { LRUCache } from "lru-cache";
import { isRecord } from "../../records.ts";
import { looksLikeHtml } from "../html/sanitise-html.ts";
import { unwrapText } from "./values.ts";

type Node = Record<string, unknown>;

/** The content that is allowed in a place: blocks of a document, words of a block, items of a list, rows or cells of a table. */
type Place = "blocks" | "words" | "items" | "rows" | "cells";

interface Context {
  place: Place;
  depth: number;
  /** The addresses that marks and ranges refer to by a key, as in Portable Text and Draft.js. */
  links: ReadonlyMap<string, string>;
}

export interface ReadBlocks {
  /** The HTML, not yet sanitised. */
  html: string;
  /** True if some content was not understood, so that a text may be missing. */
  isUnread: boolean;
}

/** The maximum depth of nesting, which no real document exceeds. */
const MAX_DEPTH = 60;

const nameSet = (...lines: readonly string[]) => new Set(lines.join(" ").split(" "));

/** The words that the name of a content field ends in: `children`, `innerHTML`, `heading_text`. All other fields are metadata. */
const CONTENT_WORDS = nameSet(
  "root document doc blocks block children content contents html data value values item items body text processed",
  "rendered ops insert rows cells columns nodes elements sections paragraphs paragraph headline heading title",
  "subtitle quote caption description message attribution cite question answer",
);
/** The fields that repeat a text, or hold a text that is not part of the article. */
const OTHER_FIELDS = nameSet("innerContent plain_text alt_text altText alternativeText listItem");
/** A field that holds the title of a block: `headline`, `sectionTitle`. */
const TITLES = /(?:headline|heading|title|question)$/i;

/** The last word of a name: `HTML` of `innerHTML`, `text` of `heading_text`. */
const LAST_WORD = /(?:HTML|[A-Z]?[a-z]+)$/;

const isContent = (name: string): boolean => {
  if (CONTENT_WORDS.has(name)) return true;
  const last = LAST_WORD.exec(name.slice(-40))?.[0] ?? "";
  return CONTENT_WORDS.has(last.toLowerCase()) && !OTHER_FIELDS.has(name);
};

/**
 * The tag for each kind of node. Kinds such as `heading-2`, `core/list-item` and `bulletList` are compared without punctuation. The
 * first match counts.
 */
const TAGS: readonly [tag: string, kind: RegExp][] = [
  // `hardBreak`, `br`
  ["br", /^(?:(?:hard|line|soft)?break|br)$/],
  // `delimiter`, `horizontalRule`
  ["hr", /^hr$|(?:delimiter|divider|separator|horizontalrule|thematicbreak|pagebreak)$/],
  // `tableHeader`, `th`
  ["th", /^(?:tableheader(?:cell)?|th)$/],
  // `tableCell`, `td`
  ["td", /^(?:tablecell|td)$/],
  // `tableRow`, `tr`
  ["tr", /^(?:tablerow|tr)$/],
  ["table", /table$/],
  // `core/list-item`, `taskItem`
  ["li", /(?:listitem|taskitem)$|^li$/],
  // `bulletList`, `ol`
  ["ul", /(?:list|^ul|^ol)$/],
  ["blockquote", /quote$/],
  // `codeBlock`, `preformatted`
  ["pre", /code(?:block)?$|^pre(?:formatted)?$/],
  // `heading-2`, `h3`
  ["heading", /head(?:ing|er|line)|title$|^h[1-6]$/],
  // `linkTool`, `button`
  ["a", /link(?:tool)?$|^a$|button$/],
  // `image`, `photo`
  ["img", /image|img|picture|photo|asset/],
  // `embed`, `youtube`
  ["iframe", /embed|video|youtube|vimeo|iframe|audio/],
  // `paragraph`, `unstyled`
  ["p", /(?:^p|paragraph|^unstyled|^normal)$/],
];
/** The blocks that hold only words, the places inside other blocks, and the wrappers that places need. */
const OF_WORDS = nameSet("p pre heading");
/** The tags that need an address. */
const ADDRESSED = nameSet("a img iframe");
/** The tags that may hold either words or blocks. */
const CONTAINERS = nameSet("li td th blockquote");
const INNER_PLACES: Readonly<Record<string, Place>> = { ul: "items", table: "rows", tr: "cells" };
const WRAPPERS: Partial<Record<Place, string>> = { items: "li", rows: "tr", cells: "td" };
const LEVELS = ["one", "two", "three", "four", "five", "six"];

const MARKS = new Map([
  ["bold", "strong"],
  ["strong", "strong"],
  ["italic", "em"],
  ["em", "em"],
  ["emphasis", "em"],
  ["code", "code"],
]);
/** The marks of Lexical, which are combined as bits. */
const MARK_BITS: readonly [bit: number, tag: string][] = [
  [1, "strong"],
  [2, "em"],
  [16, "code"],
];

const textIn = (values: readonly unknown[]): string =>
  values.find((value): value is string => typeof value === "string" && value.trim() !== "") ?? "";

/** Collects the metadata of a node, wherever the node keeps it. */
const aboutOf = (node: Node): Node =>
  Object.assign({}, ...[node.content, node.value, node.data, node.attrs].filter(isRecord), node);

function kindOf(node: Node): string {
  if (typeof node.listItem === "string") return "listitem";
  const names = [node._type, node.nodeType, node.blockName, node.type, node.collection];
  const name = textIn(names) || textIn([node.__component, node.acf_fc_layout]);
  const styled = name === "block" ? textIn([node.style]) : "";
  return (styled || name)
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");
}

/** The tags by kind, cached because a document has many nodes of few kinds. */
const tagOfKind = new LRUCache<string, string>({
  max: 500,
  memoMethod: (kind) => TAGS.find(([, form]) => form.test(kind))?.[0] ?? "",
});

const tagOf = (node: Node): string => tagOfKind.memo(kindOf(node));

function levelOf(node: Node): number {
  const { level, tag } = aboutOf(node);
  const kind = kindOf(node);
  const digit = /[1-6]/.exec(`${level ?? ""}${textIn([tag])}${kind}`)?.[0];
  const word = LEVELS.findIndex((name) => kind.endsWith(name));
  return digit === undefined ? Math.max(word + 1, 0) || 2 : Number(digit);
}

/** A kind of ordered list: `coreordered`, `numberedlist`. */
const ORDERED = /^(?:core)?o(?:l|rdered)|number/;

/** Recognises ordered lists: `ol`, `ordered-list`, `{ style: "ordered" }`, `{ listItem: "number" }`. */
function isOrdered(node: Node): boolean {
  const { style, format, listType, tag, ordered } = aboutOf(node);
  if (ordered === true) return true;
  const named = [node.listItem, style, format, listType, tag, kindOf(node)];
  return named.some((name) => typeof name === "string" && ORDERED.test(name));
}

const ADDRESS_FIELDS = ["url", "src", "href", "uri", "public_url", "source", "embed", "link"];
const FILE_FIELDS = ["file", "image", "asset", "media", "target", "fields", "attributes", "data"];

/** Returns the address of a link, a picture or a film; empty if the node has no address. */
function addressOf(node: Node, depth = 0): string {
  const about = aboutOf(node);
  const address = textIn(ADDRESS_FIELDS.map((name) => about[name]));
  if (address !== "" || depth > 4) return address;
  if (typeof about.value === "string" && /^https?:\/\/\S+$/.test(about.value)) return about.value;
  const inner = FILE_FIELDS.map((name) => about[name]).filter(isRecord);
  return textIn(inner.map((file) => addressOf(file, depth + 1)));
}

/** Returns the text of a node that holds nothing else; null for any other node. */
function leafOf(node: Node): string | null {
  const kind = kindOf(node);
  if (!["", "text", "span"].includes(kind)) return null;
  const value = kind === "" ? unwrapText(node) : node.value;
  if (kind === "" && typeof value !== "string") {
    const texts = Object.keys(node).filter((name) => isContent(name) && node[name] !== "");
    // A quote has both a text and an attribution.
    if (texts.length > 1) return null;
  }
  const text = [value, node.text, node.insert];
  return text.find((value) => typeof value === "string") ?? null;
}

const isLeaf = (value: unknown) => isRecord(value) && leafOf(value) !== null;

/** A character reference in HTML: `&nbsp;`, `&#8217;`. */
const ENTITY = /&(?:[a-z]{2,8}|#\d{2,6});/i;

function textHtml(text: string, isPlain: boolean): string {
  const isHtml = !isPlain && (looksLikeHtml(text) || ENTITY.test(text));
  return isHtml ? text : escaped(text).replaceAll("\n", "<br>");
}

function markedHtml(node: Node, html: string, links: Context["links"]): string {
  const given = Array.isArray(node.marks) ? node.marks : [];
  const bits = typeof node.format === "number" ? node.format : 0;
  const tags = new Set(given.map((mark) => MARKS.get(String(isRecord(mark) ? mark.type : mark))));
  // Quill has its marks and the address of a link in `attributes`.
  const attributes = isRecord(node.attributes) ? node.attributes : {};
  for (const [name, tag] of MARKS)
    if (node[name] === true || attributes[name] === true) tags.add(tag);
  for (const [bit, tag] of MARK_BITS) if (bits & bit) tags.add(tag);
  const link = given.map((mark) => (isRecord(mark) ? addressOf(mark) : links.get(String(mark))));
  const href = textIn([...link, node.href, attributes.link]);
  let marked = html;
  for (const tag of tags) if (tag !== undefined) marked = `<${tag}>${marked}</${tag}>`;
  return href === "" ? marked : `<a href="${escaped(href)}">${marked}</a>`;
}

function linksIn({ markDefs, entityMap }: Node, known: Context["links"]): Context["links"] {
  if (isRecord(entityMap)) {
    const entities = Object.entries(entityMap).map(([key, one]) => [key, linkOf(one)] as const);
    return new Map(entities);
  }
  if (!Array.isArray(markDefs)) return known;
  const pairs = markDefs.filter(isRecord).map((one) => [String(one._key), addressOf(one)] as const);
  return new Map(pairs);
}

/** Returns the address of a node that is a link; empty for any other value. */
const linkOf = (node: unknown): string =>
  isRecord(node) && tagOf(node) === "a" ? addressOf(node) : "";

/**
 * Returns the HTML of a node's own text. Draft.js and Prismic give links as ranges of characters: `{ offset, length, key }` and
 * `{ start, end, type, data }`.
 */
function ownHtml(node: Node, text: string, isPlain: boolean, links: Context["links"]): string {
  const given = [node.entityRanges, node.spans].flat().filter(isRecord);
  const ranges = given.map((range) => {
    const start = Number(range.start ?? range.offset);
    const end = Number(range.end ?? start + Number(range.length));
    return { start, end, href: links.get(String(range.key)) ?? linkOf(range) };
  });
  const linked = ranges.filter(({ href }) => href !== "").sort((a, b) => a.start - b.start);
  if (linked.length === 0) return textHtml(text, isPlain);
  let html = "";
  let at = 0;
  for (const { start, end, href } of linked) {
    // A range that overlaps another one, or has no numbers, is no link.
    if (!(start >= at && end > start)) continue;
    const words = textHtml(text.slice(start, end), true);
    html += `${textHtml(text.slice(at, start), true)}<a href="${escaped(href)}">${words}</a>`;
    at = end;
  }
  return html + textHtml(text.slice(at), true);
}

/** Reads the texts, headings, lists and links of a document of nested blocks, whatever system wrote the document. */
export function readBlocks(document: unknown): ReadBlocks {
  const reader = new BlockReader();
  const html = reader.valueHtml(document, { place: "blocks", depth: 0, links: new Map() });
  return { html, isUnread: reader.isUnread };
}

class BlockReader {
  isUnread = false;

  valueHtml(value: unknown, context: Context): string {
    if (typeof value === "string") return textHtml(value, false);
    if (Array.isArray(value))
      return this.#listHtml(value, { ...context, depth: context.depth + 1 });
    if (isRecord(value)) return this.#nodeHtml(value, context);
    if (typeof value !== "number") return "";
    if (context.place !== "words") this.isUnread = true;
    return context.place === "words" ? String(value) : "";
  }

  /** Returns the elements of a list, each inside the tag that its place requires. Loose list items are put into a list. */
  #listHtml(list: unknown[], context: Context): string {
    const wrapper = WRAPPERS[context.place];
    let html = "";
    let openList = "";
    if (context.depth > MAX_DEPTH) {
      this.isUnread = true;
      return "";
    }
    for (const element of list) {
      const tag = isRecord(element) ? tagOf(element) : "";
      let wanted = "";
      if (tag === "li" && context.place !== "items" && isRecord(element))
        wanted = isOrdered(element) ? "ol" : "ul";
      if (wanted !== openList) {
        html += (openList && `</${openList}>`) + (wanted && `<${wanted}>`);
        openList = wanted;
      }
      const isFitting = tag === wrapper || (wrapper === "td" && tag === "th");
      if (wrapper === undefined || isFitting) html += this.#elementHtml(element, context);
      else {
        let place: Place = isRecord(element) ? "blocks" : "words";
        if (wrapper === "tr") place = "cells";
        html += `<${wrapper}>${this.#elementHtml(element, { ...context, place })}</${wrapper}>`;
      }
    }
    return html + (openList && `</${openList}>`);
  }

  #elementHtml(element: unknown, context: Context): string {
    const html = this.valueHtml(element, context);
    return typeof element === "string" && context.place === "blocks" ? block("p", html) : html;
  }

  #nodeHtml(node: Node, outer: Context): string {
    const depth = outer.depth + 1;
    const tag = tagOf(node);
    if (tag === "br" || tag === "hr") return `<${tag}>`;
    if (depth > MAX_DEPTH) {
      this.isUnread = true;
      return "";
    }
    const context = { ...outer, depth, links: linksIn(node, outer.links) };
    const address = ADDRESSED.has(tag) ? addressOf(node) : "";
    if (address !== "") return this.#addressHtml(tag, address, node, context);
    // A node without an address is not a picture, whatever its name.
    if (tag === "img") {
      this.isUnread = true;
      return "";
    }
    const leaf = leafOf(node);
    if (leaf !== null) {
      const isPlain = outer.place === "words" && kindOf(node) !== "";
      const html = markedHtml(node, ownHtml(node, leaf, isPlain, outer.links), outer.links);
      return outer.place === "blocks" ? block("p", html) : html;
    }
    if (OF_WORDS.has(tag)) {
      const name = tag === "heading" ? `h${levelOf(node)}` : tag;
      return block(name, this.#contentHtml(node, { ...context, place: "words" }));
    }
    if (tag === "ul" || tag === "table" || tag === "tr") {
      const name = tag === "ul" && isOrdered(node) ? "ol" : tag;
      return `<${name}>${this.#contentHtml(node, { ...context, place: INNER_PLACES[tag] ?? "blocks" })}</${name}>`;
    }
    const hasWords = Object.values(node).some(
      (value) => Array.isArray(value) && value.some(isLeaf),
    );
    const place = hasWords ? "words" : "blocks";
    if (CONTAINERS.has(tag))
      return `<${tag}>${this.#contentHtml(node, { ...context, place })}</${tag}>`;
    // A node of any other kind becomes a paragraph if it holds words, and leaves no tag if it holds blocks.
    if (outer.place !== "blocks") return this.#contentHtml(node, context);
    const html = this.#contentHtml(node, { ...context, place });
    return hasWords ? block("p", html) : html;
  }

  /** Returns everything that a node holds, in the order of its fields. */
  #contentHtml(node: Node, context: Context): string {
    let html = "";
    let hasContent = false;
    for (const [name, value] of Object.entries(node)) {
      const isOwn = name === node.type && isRecord(value);
      if (!isOwn && !isContent(name)) continue;
      hasContent = true;
      if (typeof value === "number") continue;
      const isList = name === "items" && Array.isArray(value) && context.place !== "items";
      if (isList && value.length > 0)
        html += `<ul>${this.valueHtml(value, { ...context, place: "items" })}</ul>`;
      else if (typeof value === "string") {
        const isOwnText = name === "text";
        const words = isOwnText
          ? ownHtml(node, value, false, context.links)
          : textHtml(value, false);
        const tag = TITLES.test(name) ? "h3" : "p";
        html += context.place === "blocks" ? block(tag, words) : words;
      } else html += this.valueHtml(value, context);
    }
    if (!hasContent && tagOf(node) === "" && Object.keys(node).length > 0) this.isUnread = true;
    return html;
  }

  #addressHtml(tag: string, address: string, node: Node, context: Context): string {
    const about = aboutOf(node);
    const { caption } = about;
    const isOfBlocks = context.place === "blocks";
    if (tag === "a") {
      const inline = this.#contentHtml(node, { ...context, place: "words" });
      const link = `<a href="${escaped(address)}">${inline || escaped(address)}</a>`;
      return isOfBlocks ? block("p", link) : link;
    }
    const files = [about, about.file, about.image, about.asset].filter(isRecord);
    const label = textIn(
      files.flatMap((file) => [file.alt, file.alternativeText, file.alt_text, file.title]),
    );
    const name = tag === "img" ? "alt" : "title";
    const media = `<${tag} src="${escaped(address)}" ${name}="${escaped(label)}"></${tag}>`;
    const under = typeof caption === "string" ? textHtml(caption, false) : "";
    if (!isOfBlocks) return media;
    return `<figure>${media}${under && `<figcaption>${under}</figcaption>`}</figure>`;
  }
}

/** HTML that starts with a block: `<p>Words</p>`, `<h2 lang="sw">`. */
const BLOCK_START =
  /^\s*<(?:p|div|h[1-6]|ul|ol|li|figure|table|blockquote|pre|section|article)[\s>]/i;

/** Wraps words in a block, unless the HTML already starts with one. */
const block = (tag: string, html: string): string =>
  BLOCK_START.test(html) ? html : `<${tag}>${html}</${tag}>`;
