import type { Picture } from "../../shared/model/picture.ts";
import { imageUrl } from "./content-picture.tsx";
import { fallbackDrawing } from "./fallback-drawing.ts";
import styles from "./item-picture.module.css";

interface Props {
  picture: Picture | null;
  kind: "news" | "event";
  /** What the item is about, most telling first: chooses the drawing. */
  words: readonly string[];
  /** Drawn large and early, or small and when it comes near. */
  isLead?: boolean;
  /** On a card the title says it all; on its own page the picture speaks. */
  isDecoration?: boolean;
}

/** The policy of the pages lets in pictures over https and our own; another would leave a hole. */
const isShowable = (url: string) => url.startsWith("https://") || url.startsWith("/");

/**
 * The picture of a news item or event in a frame of fixed shape. A drawing of ours lies behind it, and
 * shows where there is no picture, or one that cannot be had.
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
