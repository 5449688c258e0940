import type { SafeHtml } from "../../shared/model/safe-html.ts";

/** The platform's maker of trusted HTML; where there is none, HTML stays text. */
interface HtmlPolicies {
  createPolicy: (
    name: string,
    rules: { createHTML: (html: string) => string },
  ) => { createHTML: (html: string) => TrustedHTML };
}

const policies: HtmlPolicies | undefined = Reflect.get(globalThis, "trustedTypes");

/**
 * The only policy that the pages' own allows (`server/plugins/content-security-policy.ts`): in the
 * browser no text becomes HTML but through here, and here only what was cleaned does.
 */
const policy = policies?.createPolicy("cleaned-html", { createHTML: (html) => html });

/** Cleaned HTML as the browser takes it. */
export function trustedHtml(html: SafeHtml): SafeHtml | TrustedHTML {
  return policy?.createHTML(html) ?? html;
}
