import { table } from "../../../content/words/en/article.json";
import { prefix } from "../../../content/words/en/language.json";
import { fill } from "../../../shared/fill.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { siteHref } from "../../format/site-href.ts";

/** The browser's Trusted Types factory; null where it is not supported. */
interface HtmlPolicies {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => TrustedHTML };
}

const policies: HtmlPolicies | undefined = Reflect.get(globalThis, "trustedTypes");

/**
 * The one policy for HTML that the CSP allows (`server/http/security/content-security-policy.ts`): in the
 * browser, text becomes HTML only here, and only sanitised text is passed.
 */
const policy = policies?.createPolicy("cleaned-html", { createHTML: (html) => html });

/** Links within the site stay in its language. */
const inLanguage = (html: SafeHtml): string =>
  prefix === ""
    ? html
    : html.replace(/ href="(\/[^"]*)"/g, (_, href: string) => ` href="${siteHref(href)}"`);

/** Each table in a part that scrolls, also by its keys. It is called as its caption is, or by its number. */
function inRegions(html: string): string {
  let count = 0;
  return html
    .replace(/<table[^>]*>(?:<caption[^>]*>(.*?)<\/caption>)?/gs, (start, caption = "") => {
      const name = caption.replace(/<[^>]*>/g, "").replaceAll('"', "&quot;");
      count += 1;
      const label = name.trim() || fill(table, { number: count });
      return `<section tabindex="0" aria-label="${label}">${start}`;
    })
    .replaceAll("</table>", "</table></section>");
}

/** Sanitised HTML in the type that the browser accepts. */
export function trustedHtml(html: SafeHtml): string | TrustedHTML {
  const own = inRegions(inLanguage(html));
  return policy?.createHTML(own) ?? own;
}
