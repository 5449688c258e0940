import type { Picture } from "../../../shared/model/picture.schema.ts";
import { fallbackDrawing } from "./fallback-drawing.ts";
import { imageUrl } from "./image-url.ts";
import styles from "./item-picture.module.css";

interface Props {
  picture: Picture | null;
  kind: "news" | "event";
  /** Topics, most specific first: they choose the drawing. */
  words: readonly string[];
  /** Large and eager, or small and lazy. */
  isLead?: boolean;
  /** Empty on a card, whose title is enough. */
  isDecoration?: boolean;
}

/** The CSP allows https pictures and our own; any other would leave a gap. */
const isShowable = (url: string) => url.startsWith("https://") || url.startsWith("/");

/**
 * The picture of a news item or event in a frame of fixed ratio, over a drawing that shows where
 * there is no picture or it fails to load.
 */
export function ItemPicture(props: Props) {
  const { picture, kind, words, isLead = false, isDecoration = false } = props;
  const loading = isLead ? "eager" : "lazy";
  const isShown = picture !== null && isShowable(picture.url);
  return (
    <div className={styles.frame}>
      <img
        src={imageUrl(fallbackDrawing(kind, words))}
        alt=""
        width={900}
        height={600}
        loading={loading}
        decoding="async"
        fetchPriority={isLead && !isShown ? "high" : "auto"}
      />
      {isShown && (
        <img
          className={styles.photo}
          src={picture.url}
          alt={isDecoration ? "" : picture.alt}
          width={picture.width ?? 1200}
          height={picture.height ?? 675}
          loading={loading}
          decoding="async"
          fetchPriority={isLead ? "high" : "auto"}
        />
      )}
    </div>
  );
}
