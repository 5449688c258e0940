import type { SafeHtml } from "../../../../shared/model/safe-html.ts";
import { sanitiseHtml } from "../../html/sanitise-html.ts";

/** An e-mail address, an international telephone number, or one of a Tanzanian mobile network. */
const WAYS =
  /[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}|\+\d[\d ()-]{6,20}\d|\b0[67]\d{2}[ -]?\d{3}[ -]?\d{3}\b/gi;

const hrefOf = (way: string) =>
  way.includes("@") ? `mailto:${way}` : `tel:${way.replaceAll(/[^+\d]/g, "")}`;

/** Plain text as HTML in which addresses and numbers are links. */
export function contactHtml(text: string | null, baseUrl: string): SafeHtml | null {
  if (text === null) return null;
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const linked = escaped.replaceAll(WAYS, (way) => `<a href="${hrefOf(way)}">${way}</a>`);
  return sanitiseHtml(linked, { baseUrl }) || null;
}
