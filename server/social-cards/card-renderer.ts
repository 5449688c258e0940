import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SocialCard } from "../../shared/contract/social-card.ts";
import { createConcurrencyLimit, OverLimitError } from "../concurrency-limit.ts";
import { createSingleFlight } from "../single-flight.ts";
import { createLetters, type Letters } from "./card-glyphs.ts";
import { CARD, cardSvg, PICTURE } from "./card-svg.ts";

export interface RenderedCard {
  png: Buffer;
  etag: string;
}

export interface CardRenderer {
  /** The card as a PNG, rendered once for concurrent requests. @throws OverLimitError under too much load */
  render(card: SocialCard, picture?: Buffer | null): Promise<RenderedCard>;
}

interface Options {
  /** Bounds of the cache. */
  maxCards: number;
  maxBytes: number;
  /** Called before a card is rendered, not when it is cached; false refuses. */
  mayRender: () => boolean;
}

/** Flat shapes need few colours; more would only make the file larger. */
const FLAT_COLOURS = { colours: 64, dither: 0 } as const;
const PHOTO_COLOURS = { colours: 256, dither: 1 } as const;
/** Rendering takes about 60 ms of one processor core, outside the event loop. */
const AT_ONCE = 2;
const WAITING = 32;

let tools: Promise<{ sharp: typeof import("sharp").default; letters: Letters }> | undefined;

/** Loaded with the first card: the start of the process does not wait for them. */
function getTools() {
  tools ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    return { sharp, letters: createLetters(700) };
  });
  // A failed start is not remembered.
  tools.catch(() => {
    tools = undefined;
  });
  return tools;
}

/** Renders one card, without cache and limits. The picture, a JPEG of this site, takes the place of the pattern. */
async function renderPng(card: SocialCard, picture: Buffer | null): Promise<RenderedCard> {
  const { sharp, letters } = await getTools();
  const { x: left, ...size } = PICTURE;
  const input =
    picture &&
    (await sharp(picture)
      .resize({ ...size, fit: "cover" })
      .toBuffer());
  const palette = picture === null ? FLAT_COLOURS : PHOTO_COLOURS;
  const png = await sharp(Buffer.from(cardSvg(card, letters)), { density: 72 })
    .resize(CARD.width, CARD.height)
    .composite(input ? [{ input, left, top: 0 }] : [])
    .png({ palette: true, ...palette, effort: 4, compressionLevel: 9 })
    .toBuffer();
  const etag = `"${createHash("sha256").update(png).digest("base64url").slice(0, 22)}"`;
  return { png, etag };
}

export function createCardRenderer({ maxCards, maxBytes, mayRender }: Options): CardRenderer {
  const cards = new LRUCache<string, RenderedCard>({
    max: maxCards,
    maxSize: maxBytes,
    sizeCalculation: ({ png }) => png.length,
  });
  const singleFlight = createSingleFlight<RenderedCard>();
  const limit = createConcurrencyLimit({ atOnce: AT_ONCE, waiting: WAITING });

  async function begin(
    key: string,
    card: SocialCard,
    picture: Buffer | null,
  ): Promise<RenderedCard> {
    if (!mayRender()) throw new OverLimitError("too many cards were rendered");
    const rendered = await limit(() => renderPng(card, picture));
    cards.set(key, rendered);
    return rendered;
  }

  return {
    async render(card, picture = null) {
      const { title, section, theme, siteName } = card;
      // Without its picture the card is another one: the source may have it again later.
      const key = JSON.stringify([title, section, theme, siteName, picture && card.picture]);
      // A card is rendered to its end, whoever leaves: the next request takes it from the cache.
      const { signal } = new AbortController();
      return cards.get(key) ?? singleFlight.run(key, signal, () => begin(key, card, picture));
    },
  };
}
