import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import en from "../../content/words/en/document.json" with { type: "json" };
import sw from "../../content/words/sw/document.json" with { type: "json" };
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import type { Language } from "../../shared/languages.ts";
import { CARD_SIZE } from "../../shared/model/picture-widths.ts";

/** The font of the words as TTF, since sharp draws no text in WOFF. */
const fontfile = resolve("client/styles/fonts/montserrat-bold.ttf");

/** The cloth beside the words, from `content/images/patterns`, for each section whose cloth is not `wash`. */
const PATTERNS: Readonly<Record<string, string>> = {
  "about-us": "livelihoods",
  blog: "climate",
  donate: "youth",
  events: "youth",
  "get-involved": "gender",
  "news-events": "livelihoods",
  "news-events/announcements": "emergency",
  "news-events/gallery": "youth",
  "news-events/news": "livelihoods",
  "our-impact": "climate",
  projects: "livelihoods",
  testimonials: "gender",
};
/** Colours of the palette in content/images/README.md. */
const INK = "#0b2a3a";
const PAPER = "#fbf6ec";
const GOLD = "#efb000";

const drawing = (imagesDir: string, path: string) =>
  readFileSync(join(imagesDir, `${path}.svg`), "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");

const cloth = (imagesDir: string, pattern: string) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">
    <defs>
      <pattern id="cloth" x="888" width="160" height="160" patternUnits="userSpaceOnUse">${drawing(imagesDir, `patterns/${pattern}`)}</pattern>
      <pattern id="border" x="832" width="56" height="35" patternUnits="userSpaceOnUse">
        <path fill="${GOLD}" d="M0 0h56v35H0z"/><path fill="${INK}" d="M10 0l34 17.5L10 35z"/>
        <path fill="${PAPER}" d="M0 0h10v35H0zM48 0h8v35h-8z"/>
      </pattern>
    </defs>
    <path fill="${INK}" d="M0 0h1200v630H0z"/>
    <path fill="url(#cloth)" d="M888 0h312v630H888z"/>
    <path fill="url(#border)" d="M832 0h56v630h-56z"/>
    <g transform="translate(70 526)">${drawing(imagesDir, "brand/logo-mark")}</g>
  </svg>`;

/** Draws words in the site's own font, so that a card looks the same on every machine. Longer words become smaller. */
async function drawWords(
  words: string,
  place: { size: number; colour: string; top: number; left?: number; height?: number },
) {
  const { size, colour, top, left = 70, height = size * 2 } = place;
  const escaped = words.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const text = `<span foreground="${colour}">${escaped}</span>`;
  const font = { font: `Montserrat Bold ${size}`, fontfile, rgba: true, dpi: 72 };
  const width = 790 - left;
  const drawn = await sharp({ text: { text, width, ...font } })
    .png()
    .toBuffer();
  const limits = { fit: "inside", withoutEnlargement: true } as const;
  return { input: await sharp(drawn).resize(width, height, limits).toBuffer(), left, top };
}

/** The sections with a card, beside the card of the whole site, and their titles in each language. */
const SECTIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: en.sections,
  sw: sw.sections,
};

export type SocialCard = ReturnType<typeof socialCard>;

/** Returns the words of a section's card and the function that draws the card; null for an unknown section. */
export function socialCard(
  { documents }: SiteContent,
  { language, section, imagesDir }: { language: Language; section: string; imagesDir: string },
) {
  const { name, tagline } = documents.site.identity;
  const title = section === "site" ? name : SECTIONS[language][section];
  if (title === undefined) return null;
  const picture = Buffer.from(cloth(imagesDir, PATTERNS[section] ?? "wash"));
  return {
    /** Everything that is on the card, so that an unchanged card is drawn once. */
    subject: Buffer.from([name, tagline, title, picture].join("\n")),
    async draw(): Promise<Buffer> {
      const words = await Promise.all([
        drawWords(tagline, { size: 32, colour: GOLD, top: 72 }),
        drawWords(title, { size: 104, colour: PAPER, top: 170, height: 330 }),
        drawWords(name, { size: 36, colour: PAPER, top: 542, left: 152 }),
      ]);
      const card = sharp(picture).composite(words);
      return card.png({ palette: true, colours: 64, dither: 0 }).toBuffer();
    },
  };
}
