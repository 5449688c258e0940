import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { SocialCard } from "../../shared/contract/social-card.ts";
import { createLetters, type Letters } from "./card-letters.ts";
import { CARD, cardSvg } from "./card-svg.ts";
import { createTurns, NoRoomError } from "./turns.ts";

export interface PaintedCard {
  png: Buffer;
  etag: string;
}

export interface CardPainter {
  /** The card as a PNG, drawn once for all who ask. @throws NoRoomError when too much is to be drawn */
  paint(card: SocialCard): Promise<PaintedCard>;
}

interface Options {
  /** Bounds of what is kept. */
  maxCards: number;
  maxBytes: number;
  /** Asked before a card is drawn, not when it is at hand; false refuses. */
  mayDraw: () => boolean;
}

/** Flat shapes need few colours; more would only weigh. */
const COLOURS = 64;
/** Drawing takes some 60 ms of a processor, beside the event loop. */
const AT_ONCE = 2;
const WAITING = 32;

let tools: Promise<{ sharp: typeof import("sharp").default; letters: Letters }> | undefined;

/** Loaded with the first card: a site nobody shares does not pay for them. */
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

/** Draws one card, whatever is kept or waits. */
async function draw(card: SocialCard): Promise<PaintedCard> {
  const { sharp, letters } = await getTools();
  const png = await sharp(Buffer.from(cardSvg(card, letters)), { density: 72 })
    .resize(CARD.width, CARD.height)
    .png({ palette: true, colours: COLOURS, dither: 0, effort: 4, compressionLevel: 9 })
    .toBuffer();
  const etag = `"${createHash("sha256").update(png).digest("base64url").slice(0, 22)}"`;
  return { png, etag };
}

export function createCardPainter({ maxCards, maxBytes, mayDraw }: Options): CardPainter {
  const kept = new LRUCache<string, PaintedCard>({
    max: maxCards,
    maxSize: maxBytes,
    sizeCalculation: ({ png }) => png.length,
  });
  const flights = new Map<string, Promise<PaintedCard>>();
  const takeTurn = createTurns({ atOnce: AT_ONCE, waiting: WAITING });

  async function begin(key: string, card: SocialCard): Promise<PaintedCard> {
    if (!mayDraw()) throw new NoRoomError("enough has been drawn for now");
    const painted = await takeTurn(() => draw(card));
    kept.set(key, painted);
    return painted;
  }

  return {
    async paint(card) {
      const key = JSON.stringify([card.title, card.section, card.theme, card.siteName]);
      const known = kept.get(key);
      if (known) return known;
      const flight = flights.get(key) ?? begin(key, card).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}
