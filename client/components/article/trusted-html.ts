import type { SafeHtml } from "../../../shared/model/safe-html.ts";

/** The browser's Trusted Types factory; null where it is not supported. */
interface HtmlPolicies {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => TrustedHTML };
}

const policies: HtmlPolicies | undefined = Reflect.get(globalThis, "trustedTypes");

/**
 * The only policy that the CSP allows (`server/http/security/content-security-policy.ts`): in the
 * browser, text becomes HTML only here, and only sanitised text is passed.
 */
const policy = policies?.createPolicy("cleaned-html", { createHTML: (html) => html });

/** Sanitised HTML in the type that the browser accepts. */
export function trustedHtml(html: SafeHtml): SafeHtml | TrustedHTML {
  return policy?.createHTML(html) ?? html;
}
