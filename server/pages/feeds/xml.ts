import { escapeUTF8 } from "entities";

type Attributes = Readonly<Record<string, string>>;

/** What XML 1.0 does not allow at all (section 2.2): control characters, lone surrogates, U+FFFE and U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const escapeXml = (text: string) => escapeUTF8(text.replaceAll(FORBIDDEN, ""));

/** An element whose content is XML already. */
export function element(name: string, attributes: Attributes, content = ""): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${given.join("")}`;
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** An element with text in it; nothing at all when there is no text. */
export function textElement(
  name: string,
  text: string | null | undefined,
  attributes: Attributes = {},
): string {
  return text ? element(name, attributes, escapeXml(text)) : "";
}

export function xmlDocument(root: string, attributes: Attributes, parts: readonly string[]) {
  const content = `\n${parts.filter((part) => part !== "").join("\n")}\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, attributes, content)}\n`;
}
