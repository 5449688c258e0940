/** An image somebody else hosts. `url` is absolute http(s); sizes are CSS pixels where the source told them. */
export interface Picture {
  url: string;
  /** Empty when the source gave none: the picture is then decoration beside a title that says the same. */
  alt: string;
  width: number | null;
  height: number | null;
}
