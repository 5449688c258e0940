import type { SafeHtml } from "../../../shared/model/safe-html.ts";

const characters: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
};

/** The text of cleaned HTML on one line, without markup and entities. */
export function readHtmlText(html: SafeHtml): string {
  return html
    .replace(
      /<\/?(?:p|h[2-6]|li|tr|t[dh]|d[tdl]|ul|ol|div|pre|hr|br|blockquote|fig\w+|caption)\b[^>]*>/g,
      " ",
    )
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
