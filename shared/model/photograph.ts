export interface Photograph {
  /** The path without the extension: `images/projects/football`. */
  stem: string;
  /** `jpg`, `jpeg` or `png`, the original format, which has one size; files in the other formats are beside the original. */
  ending: string;
  width: number;
  height: number;
  /** A few pixels as base64 WebP, shown blurred during loading; empty for a photograph with transparent parts. */
  placeholder: string;
}

const WIDTHS = [480, 800, 1200, 1600] as const;
const WIDEST = 1600;

/** Returns the offered widths, never wider than the original. */
export function photographWidths(width: number): number[] {
  return [...new Set([...WIDTHS.filter((step) => step < width), Math.min(width, WIDEST)])];
}

/** A photograph with its size and placeholder: `images/gallery/tap.jpg#1600x900,UklGRg==`, `images/team.png#640x640,`. */
const MARKED = /^(images\/[a-z0-9/-]+)\.(jpe?g|png)#(\d+)x(\d+),([A-Za-z0-9+/=]*)$/;

/** Returns the key of a photograph in compiled content: its path and metadata. */
export function markPhotograph(photograph: Photograph): string {
  const { stem, ending, width, height, placeholder } = photograph;
  return `${stem}.${ending}#${width}x${height},${placeholder}`;
}

/** Parses the key of a photograph; null for a drawing. */
export function readPhotograph(key: string): Photograph | null {
  const [, stem = "", ending = "", width, height, placeholder = ""] = MARKED.exec(key) ?? [];
  if (stem === "") return null;
  return { stem, ending, width: Number(width), height: Number(height), placeholder };
}
