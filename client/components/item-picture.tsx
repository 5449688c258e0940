import type { Picture } from "../../shared/model/picture.ts";
import styles from "./item-picture.module.css";

interface Props {
  picture: Picture | null;
  /** Drawn large and early, or small and when it comes near. */
  isLead?: boolean;
  /** On a card the title says it all; on its own page the picture speaks. */
  isDecoration?: boolean;
}

/** The policy of the pages lets in pictures over https and our own; another would leave a hole. */
const isShowable = (url: string) => url.startsWith("https://") || url.startsWith("/");

/** The picture of a news item or event in a frame of fixed shape; a drawn pattern where there is none. */
export function ItemPicture({ picture, isLead = false, isDecoration = false }: Props) {
  return (
    <div className={styles.frame}>
      {picture && isShowable(picture.url) && (
        <img
          src={picture.url}
          alt={isDecoration ? "" : picture.alt}
          width={picture.width ?? 1200}
          height={picture.height ?? 675}
          loading={isLead ? "eager" : "lazy"}
          decoding="async"
          fetchPriority={isLead ? "high" : "auto"}
        />
      )}
    </div>
  );
}
