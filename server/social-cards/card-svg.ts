import { readFileSync } from "node:fs";
import type { SocialCard, Theme } from "../../shared/contract/social-card.ts";
import type { Letters } from "./card-glyphs.ts";
import { cardThemes } from "./card-themes.ts";
import { fitTitle } from "./fit-title.ts";

export const CARD = { width: 1200, height: 630 } as const;

const MARGIN = 70;
/** The pattern is at the right edge, its border between it and the text. */
const PATTERN = { x: 888, tile: 156 } as const;
/** Where a picture is shown in place of the pattern. */
export const PICTURE = {
  x: PATTERN.x,
  width: CARD.width - PATTERN.x,
  height: CARD.height,
} as const;
const BORDER = { x: 832, width: 56, triangle: 35 } as const;
const TITLE = { top: 142, width: BORDER.x - MARGIN - 40, height: 344 } as const;
const SECTION = { baseline: 100, size: 32, tracking: 3 } as const;
const NAME = { baseline: 571, size: 36, mark: 64 } as const;

const read = (path: string) => readFileSync(`content/images/${path}`, "utf8");
/** The content of an SVG file, to be placed in another SVG. */
const inside = (svg: string) => svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");

function shape(fill: string, data: string): string {
  return `<path fill="${fill}" d="${data}"/>`;
}

/** The theme's pattern as tiles, from the border to the right edge, over the whole height. */
function pattern(theme: Theme): string {
  const { x, tile } = PATTERN;
  const scale = tile / 160;
  const at = (column: number, row: number) =>
    `<use href="#repeat" transform="translate(${x + column * tile} ${row * tile - tile * 0.5}) scale(${scale})"/>`;
  const columns = Math.ceil((CARD.width - x) / tile);
  const rows = Math.ceil(CARD.height / tile) + 1;
  const places = Array.from({ length: columns * rows }, (_, index) =>
    at(index % columns, Math.floor(index / columns)),
  );
  const repeat = inside(read(`patterns/${theme}.svg`));
  return `<defs><clipPath id="edge"><path d="M0 0h160v160H0z"/></clipPath><g id="repeat" clip-path="url(#edge)">${repeat}</g></defs>${places.join("")}`;
}

/** The border every kanga has: triangles on a ground, a stripe on either side. */
function border(theme: Theme): string {
  const { ground, triangles, stripe } = cardThemes[theme].border;
  const { x, width, triangle } = BORDER;
  const rows = CARD.height / triangle;
  const row = Array.from({ length: rows }, (_, index) => {
    const top = index * triangle;
    return `M${x + 10} ${top}l${width - 22} ${triangle / 2}-${width - 22} ${triangle / 2}z`;
  });
  return (
    shape(ground, `M${x} 0h${width}v${CARD.height}h-${width}z`) +
    shape(triangles, row.join("")) +
    shape(stripe, `M${x} 0h10v${CARD.height}h-10zM${x + width - 8} 0h8v${CARD.height}h-8z`)
  );
}

/** The card as SVG. Its text is paths, so it looks the same on every machine. */
export function cardSvg(card: SocialCard, letters: Letters): string {
  const theme = cardThemes[card.theme];
  const title = letters.readable(card.title) || card.siteName;
  const { size, leading, lines } = fitTitle(title, TITLE, letters.widthOf);
  // The height of capitals is 0.7 of the size: the block of capitals is centred, not the lines.
  const block = (lines.length - 1) * leading + size * 0.7;
  const first = TITLE.top + (TITLE.height - block) / 2 + size * 0.7;
  const words = lines.map((line, index) =>
    letters.outline(line, { x: MARGIN - size * 0.04, y: first + index * leading, size }),
  );
  const section = letters.readable(card.section).toUpperCase();
  const markTop = NAME.baseline - NAME.size * 0.36 - NAME.mark / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}">`,
    shape(theme.ground, `M0 0h${CARD.width}v${CARD.height}H0z`),
    pattern(card.theme),
    border(card.theme),
    shape(theme.section, letters.outline(section, { x: MARGIN, y: SECTION.baseline, ...SECTION })),
    shape(theme.title, words.join("")),
    `<g transform="translate(${MARGIN} ${markTop}) scale(${NAME.mark / 64})">${inside(read("brand/logo-mark.svg"))}</g>`,
    shape(
      theme.name,
      letters.outline(card.siteName, {
        x: MARGIN + NAME.mark + 18,
        y: NAME.baseline,
        size: NAME.size,
      }),
    ),
    "</svg>",
  ].join("");
}
