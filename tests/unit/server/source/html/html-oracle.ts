import { Parser } from "htmlparser2";

const inline =
  "a abbr b bdi bdo cite code del em i ins kbd mark q s samp small span strong sub sup u var br img".split(
    " ",
  );
const blocks = "p div h2 h3 h4 h5 h6 hr pre blockquote ul ol dl figure table".split(" ");
const flow = [...blocks, ...inline, "#text"];
const phrasing = [...inline, "#text"];

/** The children that each element may have, so that every HTML parser builds the same tree. */
const mayHold: Record<string, readonly string[]> = {
  "#root": blocks,
  div: blocks,
  blockquote: blocks,
  ...Object.fromEntries(
    ["p", "pre", "dt", "caption", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, phrasing]),
  ),
  ...Object.fromEntries(["li", "dd", "td", "th", "figcaption"].map((tag) => [tag, flow])),
  figure: [...flow, "figcaption"],
  ul: ["li"],
  ol: ["li"],
  dl: ["dt", "dd"],
  table: ["caption", "thead", "tbody", "tfoot"],
  ...Object.fromEntries(["thead", "tbody", "tfoot"].map((tag) => [tag, ["tr"]])),
  tr: ["td", "th"],
  ...Object.fromEntries(inline.map((tag) => [tag, phrasing])),
  br: [],
  img: [],
  hr: [],
};

const attributes: Record<string, RegExp> = {
  lang: /^[a-z0-9-]{2,50}$/i,
  dir: /^(?:ltr|rtl|auto)$/,
  "a.href": /^(?:https?:\/\/[^\s/\\@]+(?:[/?#]\S*)?|mailto:\S+|tel:[\d+]\S*|\/(?![/\\])\S*)$/,
  "a.rel": /^noopener noreferrer$/,
  "abbr.title": /./,
  "img.src": /^https:\/\/[^\s/\\@]+\/\S*$/,
  "img.alt": /^/,
  "img.width": /^\d{1,5}$/,
  "img.height": /^\d{1,5}$/,
  "img.loading": /^lazy$/,
  "img.decoding": /^async$/,
  "ol.start": /^-?\d{1,4}$/,
  "ol.type": /^[1aAiI]$/,
  "ol.reversed": /^reversed$/,
  "li.value": /^-?\d{1,4}$/,
  "th.scope": /^(?:row|col|rowgroup|colgroup)$/,
  "td.colspan": /^\d{1,3}$/,
  "td.rowspan": /^\d{1,3}$/,
  "th.colspan": /^\d{1,3}$/,
  "th.rowspan": /^\d{1,3}$/,
};

/** The plainest way to write tags and attributes, which no two parsers can read differently. */
const plainMarkup =
  /^(?:<[a-z][a-z0-9]*(?: [a-z]+="[^"<>]*")*>|<\/[a-z][a-z0-9]*>|[^<>&]|&(?:amp|lt|gt|quot);)*$/;

/** Parses a piece of cleaned HTML again, and returns all violations: none if the HTML is safe and sound. */
export function checkHtml(html: string): string[] {
  const violations: string[] = [];
  const open: string[] = ["#root"];
  if (!plainMarkup.test(html)) violations.push("markup that parsers could disagree about");
  if (/[\u202A-\u202E\u2066-\u2069]|[^\P{Cc}\n\t]|\p{Cs}/u.test(html))
    violations.push("invisible characters");
  const enter = (tag: string): void => {
    const parent = open.at(-1) ?? "#root";
    if (!mayHold[parent]?.includes(tag)) violations.push(`<${tag}> in <${parent}>`);
    if (tag === "a" && open.includes("a")) violations.push("a link in a link");
  };
  let closed = 0;
  const parser = new Parser({
    onopentag(tag, given, isImplied) {
      if (isImplied) violations.push(`<${tag}> opened by the parser`);
      enter(tag);
      open.push(tag);
      for (const [name, value] of Object.entries(given)) {
        const rule = attributes[`${tag}.${name}`] ?? attributes[name];
        if (!rule?.test(value)) violations.push(`<${tag} ${name}="${value}">`);
      }
      if (tag === "img" && !("alt" in given && "src" in given))
        violations.push("an image without alt or src");
      if (tag === "a" && !("href" in given)) violations.push("a link without a URL");
      if (/^https?:/.test(given.href ?? "") && given.rel === undefined)
        violations.push("a link without rel");
    },
    ontext() {
      enter("#text");
    },
    onclosetag(tag, isImplied) {
      closed += 1;
      const isVoid = ["br", "img", "hr"].includes(tag);
      if (isImplied && !isVoid) violations.push(`<${tag}> closed by the parser`);
      if (open.pop() !== tag) violations.push(`</${tag}> out of order`);
    },
    oncomment: () => void violations.push("a comment"),
    onprocessinginstruction: () => void violations.push("an instruction"),
  });
  parser.end(html);
  const endTags = html.split("</").length - 1;
  const voidTags = html.match(/<(?:br|img|hr)\b/g)?.length ?? 0;
  if (endTags + voidTags !== closed) violations.push("an end tag of nothing");
  if (open.length !== 1) violations.push("not balanced");
  return violations;
}
