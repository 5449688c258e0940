import type { SafeHtml } from "./item-fields.schema.ts";

/** In UTF-16 code units, about as much as cards, search engines and messengers show. */
const MAX_LENGTH = 200;
/** Longer markup before the first words is not read. */
const MAX_HTML = 10_000;

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

/** The beginning of a text, cut between two words. */
function cutAtWord(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const start = text.slice(0, MAX_LENGTH);
  const end = start.lastIndexOf(" ");
  // A text without spaces is cut between two characters.
  const cut = end > 0 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.replace(/[\s,;:–-]+$/, "")}…`;
}

/** The first words of an article; empty without any. */
function firstWords(html: SafeHtml | null): string {
  const text = (html ?? "")
    .slice(0, MAX_HTML)
    .replace(/<[^>]*$/, "")
    .replace(
      /<\/?(?:a|abbr|b|bd[io]|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|su[bp]|u|var)(?: [^>]*)?>/g,
      "",
    )
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  return cutAtWord(text.replace(/\s+/g, " ").trim());
}

/** The short text of an item for cards, feeds and messengers: the source's own, or how the article begins. */
export function previewOf(excerpt: string | null, html: SafeHtml | null): string | null {
  const beginning = firstWords(html);
  if (excerpt === null) return beginning || null;
  // Of a source with one text the excerpt is all of it.
  const isWhole = excerpt.length > MAX_LENGTH && excerpt.slice(0, 60) === beginning.slice(0, 60);
  return isWhole ? beginning : excerpt;
}
