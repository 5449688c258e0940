/** What a page knows of a photograph before it arrives. */
export interface Photograph {
  /** Its path without the ending: `images/projects/football`. */
  stem: string;
  /** `jpg`, `jpeg` or `png`; the other formats stand beside it. */
  ending: string;
  width: number;
  height: number;
  /** A few pixels as base64 WebP, to be seen blurred until it is there; empty where it has clear parts. */
  placeholder: string;
}

const WIDTHS = [480, 800, 1200, 1600] as const;
const WIDEST = 1600;
/** PNG is for those who know neither AVIF nor WebP: small ones will do. */
const WIDEST_PNG = 800;

/** The widths a photograph is made in; never wider than it is. */
export function photographWidths(width: number): number[] {
  return [...WIDTHS.filter((step) => step < width), Math.min(width, WIDEST)].filter(
    (step, index, all) => all.indexOf(step) === index,
  );
}

/** The widths in its own format, for readers who know no other. */
export function fallbackWidths(ending: string, width: number): number[] {
  return photographWidths(ending === "png" ? Math.min(width, WIDEST_PNG) : width);
}

const MARKED = /^(images\/[a-z0-9/-]+)\.(jpe?g|png)#(\d+)x(\d+),([A-Za-z0-9+/=]*)$/;

/** The key of a photograph as compiled content carries it: its path, and what is known of it. */
export function markPhotograph(photograph: Photograph): string {
  const { stem, ending, width, height, placeholder } = photograph;
  return `${stem}.${ending}#${width}x${height},${placeholder}`;
}

/** Reads such a key; null for a drawing. */
export function readPhotograph(key: string): Photograph | null {
  const [, stem = "", ending = "", width, height, placeholder = ""] = MARKED.exec(key) ?? [];
  if (stem === "") return null;
  return { stem, ending, width: Number(width), height: Number(height), placeholder };
}
