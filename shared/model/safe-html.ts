declare const safe: unique symbol;

/**
 * HTML that may be rendered as it is: HTML of the source that `server/upstream/html/sanitise-html.ts` has
 * sanitised, or our own compiled Markdown, which allows no HTML (`client/content-modules.d.ts`).
 * Rendered by `client/components/article/rich-text.tsx` alone.
 */
export type SafeHtml = string & { readonly [safe]: true };
