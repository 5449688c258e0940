import { isIP } from "node:net";
import type { SafeHtml } from "../../shared/model/item-fields.schema.ts";
import type { CardPicture, Picture, SourcePicture } from "../../shared/model/picture.schema.ts";
import {
  MAIN_WIDTH,
  offeredWidths,
  PICTURE_TYPES,
  type PictureFormat,
  variantUrl,
} from "../../shared/model/picture-widths.ts";
import { mapImages } from "../source/html/sanitise-html.ts";
import { isPublicAddress } from "./address-guard.ts";
import type { PictureIds } from "./picture-id.ts";
import type { PictureSource } from "./picture-source.ts";

const OURS = /(?:https?:\/\/[^/\s"']+)?\/pictures\/([\w-]+)\/\d+\.(?:avif|webp|jpg)/g;
const FORMATS = Object.keys(PICTURE_TYPES) as PictureFormat[];

/** Pictures of items as this site serves them, with what is known of each now. Waits for nobody. */
export type PictureViews = ReturnType<typeof createPictureViews>;

export function createPictureViews(ids: PictureIds, known: PictureSource, publicOrigin: string) {
  const pathOf = (address: string) => {
    const version = known.facts(address)?.version ?? null;
    return `/pictures/${ids.idOf({ address, version })}/${MAIN_WIDTH}.jpg`;
  };
  const cardOf = (picture: SourcePicture): CardPicture => {
    const address = known.identify(picture.url);
    const { width, height } = known.facts(address) ?? picture;
    const placeholder = known.facts(address)?.placeholder ?? null;
    return { url: publicOrigin + pathOf(address), alt: picture.alt, width, height, placeholder };
  };
  const isBroken = ({ url }: SourcePicture) => known.isBroken(known.identify(url));
  const written = (picture: SourcePicture): Picture => {
    const card = cardOf(picture);
    const address = known.identify(picture.url);
    const isOpen = address === picture.url && isPublicHttps(address);
    const bytes = known.facts(address)?.bytes ?? null;
    return { ...card, bytes, variants: variantsOf(card), source: isOpen ? address : null };
  };
  return {
    /** Null for a picture that is known to be broken. */
    card: (picture: SourcePicture) => (isBroken(picture) ? null : cardOf(picture)),
    view: (picture: SourcePicture) => (isBroken(picture) ? null : written(picture)),
    /** The picture broken or not, for writers: an event as read can be sent back. */
    written,
    /** HTML whose pictures come from this site. */
    html: (html: SafeHtml): SafeHtml =>
      mapImages(html, (image) => {
        const address = known.identify(image.src);
        const { width = null, height = null } = known.facts(address) ?? {};
        return { ...sizeOf(image, width, height), ...srcsetOf(pathOf(address), width) };
      }),
    /** A text of a writer with the URLs of our pictures turned back into those of the source. */
    toSource: (text: string): string =>
      text.replaceAll(OURS, (url, id: string) => {
        const name = ids.read(id);
        return name === null ? url : known.signedAddress(name.address);
      }),
  };
}

const variantsOf = ({ url, width }: CardPicture): Picture["variants"] =>
  FORMATS.flatMap((format) =>
    offeredWidths(width).map((step) => ({
      url: variantUrl(url, step, format),
      width: Math.min(step, width ?? step),
      type: PICTURE_TYPES[format],
    })),
  );

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
