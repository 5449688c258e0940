/** The formats of a variant, as endings of its URL. */
export const PICTURE_TYPES = {
  avif: "image/avif",
  webp: "image/webp",
  jpg: "image/jpeg",
} as const;
export type PictureFormat = keyof typeof PICTURE_TYPES;

/** The widths of a picture of the source. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1600] as const;
/** The width of the JPEG for feeds, cards and old clients: social networks ask for at least 1200. */
export const MAIN_WIDTH = 1280;
export const WIDEST = 1600;

/** Returns the offered widths of a picture: at least one step, even when the picture is narrower. */
export function offeredWidths(width: number | null): number[] {
  return PICTURE_WIDTHS.filter((step, index) => index === 0 || step <= (width ?? WIDEST));
}

export const variantUrl = (url: string, width: number, format: PictureFormat): string =>
  `${url.slice(0, url.lastIndexOf("/") + 1)}${width}.${format}`;

/** The size of the picture of a page in link previews (spec section 9). */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
/** The name of that size among the variants of a picture of the source. */
export const CARD_VARIANT = "1200x630";

/** Returns the path of the card that the build draws for a section of the site. */
export const socialCardPath = (language: string, section: string): string =>
  `/social/${language}/${section}.png`;
