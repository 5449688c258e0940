import type { SafeHtml } from "./item-fields.schema.ts";

/** The maximum length in UTF-16 code units, about as much as cards, search engines and messengers show. */
const MAX_LENGTH = 200;
/** The length of HTML to look for the first words in. */
const MAX_HTML = 10_000;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

/** Returns the beginning of a text, cut between two words. */
function cutAtWord(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH);
  const end = start.lastIndexOf(" ");
  // A text without spaces is cut between two characters.
  const cut = end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.replace(/[\s,;:–-]+$/, "")}…`;
}

/** A tag within words: `<em>`, `</a>`. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bd[io]|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|su[bp]|u|var)(?: [^>]*)?>/g;
/** An entity of clean HTML: `&lt;`, `&amp;`. */
const ENTITY = /&(?:lt|gt|quot|amp);/g;

/** Returns the first words of an article, or an empty text. */
function firstWords(html: SafeHtml | null): string {
  const text = (html ?? "")
    .slice(0, MAX_HTML)
    .replace(/<[^>]*$/, "")
    .replace(INLINE_TAG, "")
    .replace(/<[^>]*>/g, " ")
    .replace(ENTITY, (entity) => ENTITIES[entity] ?? entity);
  return cutAtWord(text.replace(/\s+/g, " ").trim());
}

/** Returns the short text of an item for cards, feeds and messengers: the source's own, or the beginning of the article. */
export function previewOf(excerpt: string | null, html: SafeHtml | null): string | null {
  const beginning = firstWords(html);
  if (excerpt === null) return beginning || null;
  // A source with only one text sends the whole text as the excerpt.
  const isWhole = excerpt.length > MAX_LENGTH && excerpt.slice(0, 60) === beginning.slice(0, 60);
  return isWhole ? beginning : excerpt;
}
