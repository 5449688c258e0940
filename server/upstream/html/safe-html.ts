import { decodeXML } from "entities";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";

/** The attributes of an image, unescaped. */
interface ImageAttributes {
  src: string;
  width?: string | undefined;
  height?: string | undefined;
}

const BLOCK_TAG =
  /<\/?(?:p|h[2-6]|li|tr|t[dh]|d[tdl]|ul|ol|div|pre|hr|br|blockquote|fig\w+|caption)\b[^>]*>/g;

/** The text of cleaned HTML on one line, without markup and entities. */
export const readHtmlText = (html: SafeHtml): string =>
  decodeXML(html.replace(BLOCK_TAG, " ").replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

const escapeValue = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

/**
 * Sanitised HTML with other attributes of its images. In what the sanitiser writes every `<` and `>` of texts and
 * values is escaped and every value quoted, so that tags can be found without a parser.
 */
export function mapImages(
  html: SafeHtml,
  change: (image: ImageAttributes) => Readonly<Record<string, string>>,
): SafeHtml {
  return html.replaceAll(/<img ([^>]*)>/g, (tag, list: string) => {
    const given = Object.fromEntries(
      Array.from(list.matchAll(/([a-z]+)="([^"]*)"/g), ([, name = "", value = ""]) => [
        name,
        decodeXML(value),
      ]),
    );
    const { src, width, height } = given;
    if (src === undefined) return tag;
    const attributes = Object.entries({ ...given, ...change({ src, width, height }) });
    return `<img${attributes.map(([name, value]) => ` ${name}="${escapeValue(value)}"`).join("")}>`;
  }) as SafeHtml;
}
