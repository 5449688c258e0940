import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SocialCard } from "../../shared/contract/social-card.ts";
import { createLetters, type Letters } from "./card-glyphs.ts";
import { CARD, cardSvg } from "./card-svg.ts";
import { createTurns, OverLimitError } from "./concurrency-limit.ts";

export interface PaintedCard {
  png: Buffer;
  etag: string;
}

export interface CardPainter {
  /** The card as a PNG, rendered once for concurrent requests. @throws OverLimitError under too much load */
  paint(card: SocialCard): Promise<PaintedCard>;
}

interface Options {
  /** Bounds of the cache. */
  maxCards: number;
  maxBytes: number;
  /** Called before a card is rendered, not when it is cached; false refuses. */
  mayRender: () => boolean;
}

/** Flat shapes need few colours; more would only weigh. */
const COLOURS = 64;
/** Drawing takes some 60 ms of a processor, beside the event loop. */
const AT_ONCE = 2;
const WAITING = 32;

let tools: Promise<{ sharp: typeof import("sharp").default; letters: Letters }> | undefined;

/** Loaded with the first card: the start does not pay for them. */
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
async function render(card: SocialCard): Promise<PaintedCard> {
  const { sharp, letters } = await getTools();
  const png = await sharp(Buffer.from(cardSvg(card, letters)), { density: 72 })
    .resize(CARD.width, CARD.height)
    .png({ palette: true, colours: COLOURS, dither: 0, effort: 4, compressionLevel: 9 })
    .toBuffer();
  const etag = `"${createHash("sha256").update(png).digest("base64url").slice(0, 22)}"`;
  return { png, etag };
}

export function createCardPainter({ maxCards, maxBytes, mayRender }: Options): CardPainter {
  const cache = new LRUCache<string, PaintedCard>({
    max: maxCards,
    maxSize: maxBytes,
    sizeCalculation: ({ png }) => png.length,
  });
  const singleFlight = new Map<string, Promise<PaintedCard>>();
  const takeTurn = createTurns({ atOnce: AT_ONCE, waiting: WAITING });

  async function begin(key: string, card: SocialCard): Promise<PaintedCard> {
    if (!mayRender()) throw new OverLimitError("too many cards were rendered");
    const painted = await takeTurn(() => render(card));
    cache.set(key, painted);
    return painted;
  }

  return {
    async paint(card) {
      const key = JSON.stringify([card.title, card.section, card.theme, card.siteName]);
      const known = cache.get(key);
      if (known) return known;
      const pending =
        singleFlight.get(key) ?? begin(key, card).finally(() => singleFlight.delete(key));
      singleFlight.set(key, pending);
      return pending;
    },
  };
}
