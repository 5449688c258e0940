import { isIP } from "node:net";
import type { CardPicture, Picture, SourcePicture } from "../../shared/model/picture.schema.ts";
import {
  MAIN_WIDTH,
  offeredWidths,
  PICTURE_TYPES,
  type PictureFormat,
  variantUrl,
} from "../../shared/model/picture-widths.ts";
import type { PictureViews } from "../contract/pictures.ts";
import { mapImages } from "../upstream/html/html-images.ts";
import { isPublicAddress } from "./fetch/public-address.ts";
import type { LearnPicture } from "./learn-picture.ts";
import type { PictureIds } from "./picture-id.ts";

interface Options {
  ids: PictureIds;
  known: Pick<LearnPicture, "facts" | "isBroken">;
  publicOrigin: string;
}

const OURS = /(?:https?:\/\/[^/\s"']+)?\/pictures\/([\w-]+)\/\d+\.(?:avif|webp|jpg)/g;
const FORMATS = Object.keys(PICTURE_TYPES) as PictureFormat[];

export function createPictureViews({ ids, known, publicOrigin }: Options): PictureViews {
  const pathOf = (address: string) => {
    const version = known.facts(address)?.version ?? null;
    return `/pictures/${ids.idOf({ address, version })}/${MAIN_WIDTH}.jpg`;
  };
  const cardOf = ({ url: address, alt, width, height }: SourcePicture): CardPicture => {
    const facts = known.facts(address);
    const size = facts ?? { width, height };
    return {
      url: publicOrigin + pathOf(address),
      alt,
      width: size.width,
      height: size.height,
      placeholder: facts?.placeholder ?? null,
    };
  };
  const written = (picture: SourcePicture) =>
    viewOf(picture, cardOf(picture), known.facts(picture.url)?.bytes ?? null);
  return {
    card: (picture) => (known.isBroken(picture.url) ? null : cardOf(picture)),
    view: (picture) => (known.isBroken(picture.url) ? null : written(picture)),
    written,
    html: (html) =>
      mapImages(html, (image) => {
        const { width = null, height = null } = known.facts(image.src) ?? {};
        return { ...sizeOf(image, width, height), ...srcsetOf(pathOf(image.src), width) };
      }),
    toSource: (text) => text.replaceAll(OURS, (url, id: string) => ids.read(id)?.address ?? url),
  };
}

function viewOf({ url: address }: SourcePicture, card: CardPicture, bytes: number | null): Picture {
  const variants = FORMATS.flatMap((format) =>
    offeredWidths(card.width).map((step) => ({
      url: variantUrl(card.url, step, format),
      width: Math.min(step, card.width ?? step),
      type: PICTURE_TYPES[format],
    })),
  );
  return { ...card, bytes, variants, source: isPublicHttps(address) ? address : null };
}

/** A name without a dot, or of a private network, is no public host; who resolves it here is not asked. */
function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol !== "https:") return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes(".") && !/\.(?:local|internal|localhost|lan|home|test|invalid)$/.test(host);
}

/** Every browser of the floor reads WebP, so a `picture` element is not needed. The text is 66 characters wide. */
const srcsetOf = (path: string, width: number | null) => ({
  src: path,
  srcset: offeredWidths(width)
    .map((step) => `${variantUrl(path, step, "webp")} ${Math.min(step, width ?? step)}w`)
    .join(", "),
  sizes: "(min-width: 768px) 42rem, 100vw",
});

/** The width that the writer chose, with the true ratio. */
function sizeOf(
  given: { width?: string | undefined; height?: string | undefined },
  width: number | null,
  height: number | null,
): { width?: string; height?: string } {
  if (width === null || height === null) return {};
  const shown = Math.min(Number(given.width ?? width), width);
  return {
    width: String(shown),
    height: String(Math.max(1, Math.round((shown * height) / width))),
  };
}
