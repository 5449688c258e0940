import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import sharp from "sharp";
import { LANGUAGES } from "../../shared/languages.ts";
import { CARD_SIZE, socialCardPath } from "../../shared/model/picture-widths.ts";
import { withWords } from "../with-words.ts";
import type { Data } from "./content/schemas/data.schema.ts";

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

const json = (path: string) => JSON.parse(readFileSync(`content/${path}.json`, "utf8"));

const drawing = (path: string) =>
  readFileSync(`content/images/${path}.svg`, "utf8").replace(/^<svg[^>]*>|<\/svg>\s*$/g, "");

const cloth = (pattern: string) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${CARD_SIZE.width}" height="${CARD_SIZE.height}">
    <defs>
      <pattern id="cloth" x="888" width="160" height="160" patternUnits="userSpaceOnUse">${drawing(`patterns/${pattern}`)}</pattern>
      <pattern id="border" x="832" width="56" height="35" patternUnits="userSpaceOnUse">
        <path fill="${GOLD}" d="M0 0h56v35H0z"/><path fill="${INK}" d="M10 0l34 17.5L10 35z"/>
        <path fill="${PAPER}" d="M0 0h10v35H0zM48 0h8v35h-8z"/>
      </pattern>
    </defs>
    <path fill="${INK}" d="M0 0h1200v630H0z"/>
    <path fill="url(#cloth)" d="M888 0h312v630H888z"/>
    <path fill="url(#border)" d="M832 0h56v630h-56z"/>
    <g transform="translate(70 526)">${drawing("brand/logo-mark")}</g>
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

export async function drawSocialCards(folder: string): Promise<void> {
  for (const language of LANGUAGES) {
    const { identity } = withWords<Data<"site">>(json("site"), json(`site.${language}`));
    const { sections } = json(`words/${language}/document`);
    for (const [section, title] of Object.entries<string>({ site: identity.name, ...sections })) {
      const words = [
        drawWords(identity.tagline, { size: 32, colour: GOLD, top: 72 }),
        drawWords(title, { size: 104, colour: PAPER, top: 170, height: 330 }),
        drawWords(identity.name, { size: 36, colour: PAPER, top: 542, left: 152 }),
      ];
      const file = join(folder, socialCardPath(language, section));
      mkdirSync(dirname(file), { recursive: true });
      await sharp(Buffer.from(cloth(PATTERNS[section] ?? "wash")))
        .composite(await Promise.all(words))
        .png({ palette: true, colours: 64, dither: 0 })
        .toFile(file);
    }
  }
}
