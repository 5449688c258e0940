export interface Photograph {
  /** Its path without the extension: `images/projects/football`. */
  stem: string;
  /** `jpg`, `jpeg` or `png`: its own format, in one size; the other formats are beside it. */
  ending: string;
  width: number;
  height: number;
  /** A few pixels as base64 WebP, shown blurred until it is loaded; empty when it has transparent parts. */
  placeholder: string;
}

const WIDTHS = [480, 800, 1200, 1600] as const;
const WIDEST = 1600;

/** Never wider than the original. */
export function photographWidths(width: number): number[] {
  return [...new Set([...WIDTHS.filter((step) => step < width), Math.min(width, WIDEST)])];
}

const MARKED = /^(images\/[a-z0-9/-]+)\.(jpe?g|png)#(\d+)x(\d+),([A-Za-z0-9+/=]*)$/;

/** The key of a photograph in compiled content: its path and metadata. */
export function markPhotograph(photograph: Photograph): string {
  const { stem, ending, width, height, placeholder } = photograph;
  return `${stem}.${ending}#${width}x${height},${placeholder}`;
}

/** Parses such a key; null for a drawing. */
export function readPhotograph(key: string): Photograph | null {
  const [, stem = "", ending = "", width, height, placeholder = ""] = MARKED.exec(key) ?? [];
  if (stem === "") return null;
  return { stem, ending, width: Number(width), height: Number(height), placeholder };
}
