import { isIP } from "node:net";
import type { CardPicture, Picture, SourcePicture } from "../../shared/model/picture.schema.ts";
import {
  MAIN_WIDTH,
  offeredWidths,
  PICTURE_TYPES,
  type PictureFormat,
  variantUrl,
} from "../../shared/model/picture-widths.ts";
import { isPublicAddress, withoutBrackets } from "./address-guard.ts";
import type { PictureFacts } from "./picture-files.ts";
import type { PictureIds } from "./picture-ids.ts";
import type { Pictures } from "./pictures.ts";

/** The URL of a picture on this site: `/pictures/Zm91bmQ/640.webp`, `https://www.example.org/pictures/Zm91bmQ/1280.jpg`. */
const OURS = /(?:https?:\/\/[^/\s"']+)?\/pictures\/([\w-]+)\/\d+\.(?:avif|webp|jpg)/g;
export const PICTURE_FORMATS = Object.keys(PICTURE_TYPES) as PictureFormat[];

export type PictureViews = ReturnType<typeof createPictureViews>;

/** Returns the views of pictures as this site serves them, from the facts that are known now. Never waits for a fetch. */
export function createPictureViews(ids: PictureIds, pictures: Pictures, publicOrigin: string) {
  const pathOf = (address: string) => {
    const version = pictures.requestDimensions(address)?.version ?? null;
    return `/pictures/${ids.idOf({ address, version })}/${MAIN_WIDTH}.jpg`;
  };
  const cardOf = (picture: SourcePicture): CardPicture => {
    const address = pictures.rememberAddress(picture.url);
    const unknown = { ...picture, placeholder: null };
    const { width, height, placeholder } = pictures.requestDimensions(address) ?? unknown;
    return { url: publicOrigin + pathOf(address), alt: picture.alt, width, height, placeholder };
  };
  const isLeftOut = ({ url }: SourcePicture) => pictures.checkBroken(pictures.rememberAddress(url));
  const written = (picture: SourcePicture): Picture => {
    const card = cardOf(picture);
    const address = pictures.rememberAddress(picture.url);
    const bytes = pictures.requestDimensions(address)?.bytes ?? null;
    const isOpen = address === picture.url && isPublicHttps(address);
    const variants = PICTURE_FORMATS.flatMap((one) => variantsOf(card.url, card.width, one));
    return { ...card, bytes, variants, source: isOpen ? address : null };
  };
  return {
    /** Returns null for a picture that is known to be broken. */
    card: (picture: SourcePicture) => (isLeftOut(picture) ? null : cardOf(picture)),
    view: (picture: SourcePicture) => (isLeftOut(picture) ? null : written(picture)),
    /** Returns even a broken picture, so that writers can send an event back as they read it. */
    written,
    /** Returns the attributes of a picture in a text. `given.width` is the width that the writer chose. */
    attributes: (src: string, given: Readonly<Record<string, string>>) => {
      const address = pictures.rememberAddress(src);
      const facts = pictures.requestDimensions(address);
      const size = facts && sizeOf(given, facts);
      return { ...size, ...srcsetOf(pathOf(address), facts?.width ?? null) };
    },
    /** Turns the URLs of our pictures in a writer's text back into those of the source. */
    toSource: (text: string): string =>
      text.replaceAll(OURS, (url, id: string) => {
        const name = ids.read(id);
        return name === null ? url : pictures.signedAddress(name.address);
      }),
  };
}

const variantsOf = (url: string, width: number | null, format: PictureFormat) =>
  offeredWidths(width).map((step) => ({
    url: variantUrl(url, step, format),
    width: Math.min(step, width ?? step),
    type: PICTURE_TYPES[format],
  }));

const PRIVATE_DOMAINS = [".local", ".internal", ".localhost", ".lan", ".home", ".test", ".invalid"];

/** Returns true for https on a public host, without a look-up: a name without a dot, or of a private network, is not public. */
function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const host = withoutBrackets(hostname);
  if (protocol !== "https:") return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes(".") && !PRIVATE_DOMAINS.some((domain) => host.endsWith(domain));
}

/** Returns sources in WebP, which all supported browsers read without a `picture` element. The text is 66 characters wide. */
function srcsetOf(src: string, width: number | null) {
  const candidates = variantsOf(src, width, "webp").map((one) => `${one.url} ${one.width}w`);
  return { src, srcset: candidates.join(", "), sizes: "(max-width: 768px) 100vw, 46rem" };
}

/** Returns the width that the writer chose, and the height by the true ratio. */
function sizeOf(given: Readonly<Record<string, string>>, { width, height }: PictureFacts) {
  const shown = Math.min(Number(given.width ?? width), width);
  const shownHeight = Math.max(1, Math.round((shown * height) / width));
  return { width: String(shown), height: String(shownHeight) };
}
