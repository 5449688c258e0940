/**
 * An image on another host. `url` is absolute http(s); sizes are CSS pixels where the source gave
 * them.
 */
export interface Picture {
  url: string;
  /** Empty when the source gave none: the picture is then decorative. */
  alt: string;
  width: number | null;
  height: number | null;
}
