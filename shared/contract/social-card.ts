/** Of the picture of a page in link previews (spec section 9). */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
/** The name of that size among the variants of a picture of the source. */
export const CARD_VARIANT = "1200x630";

/** The card of a section of the site, drawn by the build. */
export const socialCardPath = (language: string, section: string): string =>
  `/social/${language}/${section}.png`;
