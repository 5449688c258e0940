declare const safe: unique symbol;

/**
 * HTML that has passed the allow-list of `server/upstream/sanitise-html.ts`.
 * Only that file mints it, only `client/components/rich-text.tsx` prints it.
 */
export type SafeHtml = string & { readonly [safe]: true };
