import type { SafeHtml } from "../../../../shared/model/safe-html.ts";
import { cleanText } from "../../clean-text.ts";
import { readHtmlText } from "../../html/safe-html.ts";
import { type SanitiseOptions, sanitiseHtml } from "../../html/sanitise-html.ts";

/** Sanitised HTML; null when it is no text or nothing visible is left. */
export function readHtml(value: unknown, options: SanitiseOptions): SafeHtml | null {
  if (typeof value !== "string") return null;
  return sanitiseHtml(value, options) || null;
}

export interface EventText {
  html: SafeHtml;
  /** As plain text on one line, for a card. */
  text: string;
}

/**
 * One of the three texts of an event. `description` is HTML; the two short ones are plain text unless
 * they clearly are HTML: a lone `<b>` in a sentence is shown as it is.
 */
export function readEventText(
  value: unknown,
  alias: string,
  options: SanitiseOptions,
): EventText | null {
  if (typeof value !== "string") return null;
  const isHtml =
    alias === "description" || /<\/[a-z][a-z0-9]*\s*>|<(?:br|hr|img|p|li)\b/i.test(value);
  const html = readHtml(isHtml ? value : escapeMarkup(value), options);
  if (html === null) return null;
  return { html, text: cleanText(readHtmlText(html), { maxLength: 20_000 }) };
}

function escapeMarkup(text: string): string {
  return text.replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
