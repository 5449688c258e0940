import * as saverWords from "../../../content/words/en/data-saver.json";
import type { CardPicture } from "../../../shared/model/picture.schema.ts";
import { offeredWidths, variantUrl } from "../../../shared/model/picture-widths.ts";
import { dataSaver } from "../../data/request-context.ts";
import { fallbackDrawing } from "./fallback-drawing.ts";
import styles from "./item-picture.module.css";
import { imageUrl, LeftOutPicture, loading, PLACES, Versions } from "./picture.tsx";

interface Props {
  picture: (CardPicture & { bytes?: number | null }) | null;
  /** The item's id and its topics, most specific first: they choose the drawing. */
  id: string;
  words: readonly string[];
  /** Large and eager where it leads a list or a page, else small and lazy. */
  leads?: "lead" | "page" | undefined;
  /** Empty on a card, whose title is enough. */
  isDecoration?: boolean;
}

/** What data saver offers. Only the size of the JPEG at `url` is known, which is larger. */
const SAVED_WIDTH = 640;

/** Of those that are seen at once, over its blurred preview. A drawing is shown where there is no picture, or it fails to load (lost-pictures.ts). */
export function ItemPicture(props: Props) {
  const { picture, id, words, leads, isDecoration = false } = props;
  if (import.meta.env.SSR) {
    const saver = dataSaver();
    if (saver && picture && !isDecoration) {
      const { url, alt, bytes = null } = picture;
      const href = variantUrl(new URL(url).pathname, SAVED_WIDTH, "webp");
      return (
        <LeftOutPicture href={href} alt={alt || saverWords.undescribed} size={bytes} isAtMost />
      );
    }
    saver?.leaveOut(imageUrl(fallbackDrawing(id, words)));
    if (saver) return null;
  }
  // Lazy pictures are fetched before they are seen; their previews would be a twenty-fifth of the feed.
  const blur = leads && picture?.placeholder;
  return (
    <div className={styles.frame}>
      {(blur || !picture) && (
        <img
          className={blur ? styles.blur : undefined}
          src={blur ? `data:image/webp;base64,${blur}` : imageUrl(fallbackDrawing(id, words))}
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
  // Data names pictures in full; the policy allows those of the host of the page.
  const path = new URL(picture.url).pathname;
  const offered = offeredWidths(picture.width);
  return (
    <Versions
      // Another picture is another element: one that failed keeps its mark.
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
