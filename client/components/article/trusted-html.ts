import { prefix } from "../../../content/words/en/language.json";
import type { SafeHtml } from "../../../shared/model/safe-html.ts";
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

/** Sanitised HTML in the type that the browser accepts. */
export function trustedHtml(html: SafeHtml): string | TrustedHTML {
  const own = inLanguage(html);
  return policy?.createHTML(own) ?? own;
}
