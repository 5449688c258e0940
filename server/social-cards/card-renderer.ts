import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SocialCard } from "../../shared/contract/social-card.ts";
import { createConcurrencyLimit, OverLimitError } from "../concurrency-limit.ts";
import { createSingleFlight } from "../single-flight.ts";
import { createLetters, type Letters } from "./card-glyphs.ts";
import { CARD, cardSvg } from "./card-svg.ts";

export interface RenderedCard {
  png: Buffer;
  etag: string;
}

export interface CardRenderer {
  /** The card as a PNG, rendered once for concurrent requests. @throws OverLimitError under too much load */
  render(card: SocialCard): Promise<RenderedCard>;
}

interface Options {
  /** Bounds of the cache. */
  maxCards: number;
  maxBytes: number;
  /** Called before a card is rendered, not when it is cached; false refuses. */
  mayRender: () => boolean;
}

/** Flat shapes need few colours; more would only make the file larger. */
const COLOURS = 64;
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

/** Renders one card, without cache and limits. */
async function renderPng(card: SocialCard): Promise<RenderedCard> {
  const { sharp, letters } = await getTools();
  const png = await sharp(Buffer.from(cardSvg(card, letters)), { density: 72 })
    .resize(CARD.width, CARD.height)
    .png({ palette: true, colours: COLOURS, dither: 0, effort: 4, compressionLevel: 9 })
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

  async function begin(key: string, card: SocialCard): Promise<RenderedCard> {
    if (!mayRender()) throw new OverLimitError("too many cards were rendered");
    const rendered = await limit(() => renderPng(card));
    cards.set(key, rendered);
    return rendered;
  }

  return {
    async render(card) {
      const key = JSON.stringify([card.title, card.section, card.theme, card.siteName]);
      // A card is rendered to its end, whoever leaves: the next request takes it from the cache.
      const { signal } = new AbortController();
      return cards.get(key) ?? singleFlight.run(key, signal, () => begin(key, card));
    },
  };
}
