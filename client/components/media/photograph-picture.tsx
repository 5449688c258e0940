import {
  fallbackWidths,
  type Photograph,
  photographWidths,
} from "../../../shared/model/photograph.ts";
import styles from "./photograph-picture.module.css";

interface Props {
  photograph: Photograph;
  /** The path of its files, without width and extension. */
  stemUrl: string;
  alt: string;
  /** The aspect ratio of its box; the rest is cropped. */
  width: number;
  height: number;
  sizes: string;
  isFirst: boolean;
  className: string | undefined;
}

/**
 * A photograph in the smallest suitable format and size, over a blurred preview until it is
 * loaded.
 */
export function PhotographPicture({ photograph, stemUrl, sizes, isFirst, ...rest }: Props) {
  const { ending, width, placeholder } = photograph;
  const list = (widths: readonly number[], format: string) =>
    widths.map((step) => `${stemUrl}-${step}.${format} ${step}w`).join(", ");
  const widths = photographWidths(width);
  // Lazy pictures are laid out before they are loaded: the browser knows the width.
  const wanted = isFirst ? sizes : `auto, ${sizes}`;
  return (
    <div className={rest.className ? `${styles.photograph} ${rest.className}` : styles.photograph}>
      {placeholder !== "" && (
        <img
          className={styles.blur}
          src={`data:image/webp;base64,${placeholder}`}
          alt=""
          aria-hidden="true"
          width={rest.width}
          height={rest.height}
        />
      )}
      <picture>
        <source type="image/avif" srcSet={list(widths, "avif")} sizes={wanted} />
        <source type="image/webp" srcSet={list(widths, "webp")} sizes={wanted} />
        <img
          src={`${stemUrl}.${ending}`}
          srcSet={list(fallbackWidths(ending, width), ending)}
          sizes={wanted}
          alt={rest.alt}
          width={rest.width}
          height={rest.height}
          loading={isFirst ? "eager" : "lazy"}
          fetchPriority={isFirst ? "high" : "auto"}
          decoding="async"
        />
      </picture>
    </div>
  );
}
