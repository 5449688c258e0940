import * as saverWords from "../../../content/words/en/data-saver.json";
import type { CardPicture } from "../../../shared/model/picture.schema.ts";
import { offeredWidths, variantUrl } from "../../../shared/model/picture-widths.ts";
import { dataSaver, useRequest } from "../../data/request-context.ts";
import { fallbackDrawing } from "./fallback-drawing.ts";
import styles from "./item-picture.module.css";
import { imageUrl, LeftOutPicture, loading, PLACES, Versions } from "./picture.tsx";

interface Props {
  picture: (CardPicture & { bytes?: number | null }) | null;
  /** The item's id and its topics, most specific first, from which the drawing is chosen. */
  id: string;
  topics: readonly string[];
  /** Set for a picture that leads a list or a page, which is large and loaded eagerly. All others are small and lazy. */
  leads?: "lead" | "page" | undefined;
  /** True on a card, whose title is enough, to leave the alternative text empty. */
  isDecoration?: boolean;
}

/** The width of the picture that data saver links to. Only the size of the larger JPEG at `url` is known. */
const SAVED_WIDTH = 640;

/**
 * Renders the picture of an item. A picture in the first view lies over its blurred preview. A drawing replaces a missing picture, or one
 * that fails to load (lost-pictures.ts).
 */
export function ItemPicture(props: Props) {
  const { picture, id, topics, leads, isDecoration = false } = props;
  const drawing = imageUrl(fallbackDrawing(id, topics), useRequest().frame);
  if (import.meta.env.SSR) {
    const saver = dataSaver();
    if (saver && picture && !isDecoration) {
      const { url, alt, bytes = null } = picture;
      const href = variantUrl(new URL(url).pathname, SAVED_WIDTH, "webp");
      return (
        <LeftOutPicture href={href} alt={alt || saverWords.undescribed} size={bytes} isAtMost />
      );
    }
    saver?.leaveOut(drawing);
    if (saver) return null;
  }
  // Lazy pictures are fetched before they come into view, and their previews would make up a twenty-fifth of the feed.
  const blur = leads && picture?.placeholder;
  return (
    <div className={styles.frame}>
      {(blur || !picture) && (
        <img
          className={blur ? styles.blur : undefined}
          src={blur ? `data:image/webp;base64,${blur}` : drawing}
          alt=""
          width={900}
          height={600}
          {...loading(leads !== undefined && !picture)}
        />
      )}
      {picture && <Photo picture={picture} alt={isDecoration ? "" : picture.alt} leads={leads} />}
    </div>
  );
}

type PhotoProps = Pick<Props, "leads"> & { picture: CardPicture; alt: string };

function Photo({ picture, alt, leads }: PhotoProps) {
  // The data has absolute picture URLs; the CSP allows pictures from the host of the page.
  const path = new URL(picture.url).pathname;
  const offered = offeredWidths(picture.width);
  return (
    <Versions
      // A new picture needs a new element, because an element whose picture failed keeps its mark.
      key={path}
      // A card is at most half as wide as the window, or as wide as a phone.
      widths={leads ? offered : offered.slice(0, 3)}
      urlOf={(step, format) => variantUrl(path, step, format)}
      className={styles.photo}
      src={path}
      alt={alt}
      width={picture.width ?? 1200}
      height={picture.height ?? 675}
      sizes={PLACES[leads ?? "card"]}
      isFirst={leads !== undefined}
    />
  );
}
