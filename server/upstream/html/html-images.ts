import type { SafeHtml } from "../../../shared/model/safe-html.ts";

/** The attributes of an image, unescaped. */
interface ImageAttributes {
  src: string;
  width?: string | undefined;
  height?: string | undefined;
}

const IMAGE = /<img ([^>]*)>/g;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g;

const escapeValue = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
const unescapeValue = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/**
 * Sanitised HTML with other attributes of its images. In what the sanitiser writes every `<` and `>` of texts and
 * values is escaped and every value quoted, so that tags can be found without a parser.
 */
export function mapImages(
  html: SafeHtml,
  change: (image: ImageAttributes) => Readonly<Record<string, string>>,
): SafeHtml {
  if (!html.includes("<img ")) return html;
  return html.replaceAll(IMAGE, (tag, list: string) => {
    const given = Object.fromEntries(
      [...list.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]) => [
        name,
        unescapeValue(value),
      ]),
    );
    if (given.src === undefined) return tag;
    const { src, width, height } = given;
    const attributes = { ...given, ...change({ src, width, height }) };
    const text = Object.entries(attributes).map(
      ([name, value]) => ` ${name}="${escapeValue(value)}"`,
    );
    return `<img${text.join("")}>`;
  }) as SafeHtml;
}
