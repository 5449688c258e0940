import { type Photograph, photographWidths } from "../../../shared/model/photograph.ts";
import styles from "./photograph-picture.module.css";
import { Versions } from "./versions.tsx";

interface Props {
  photograph: Photograph;
  /** The path of its files, without width and extension. */
  stem: string;
  alt: string;
  /** The aspect ratio of its box; the rest is cropped. */
  size: { width: number; height: number };
  sizes: string;
  isFirst: boolean;
  className: string | undefined;
}

/** A photograph over a blurred preview until it is loaded. Without photographs no page has its styles. */
export function PhotographPicture({ photograph, stem, alt, size, sizes, ...rest }: Props) {
  const { ending, width, placeholder } = photograph;
  return (
    <div className={rest.className ? `${styles.photograph} ${rest.className}` : styles.photograph}>
      {placeholder !== "" && (
        <img
          className={styles.blur}
          src={`data:image/webp;base64,${placeholder}`}
          alt=""
          aria-hidden="true"
          {...size}
        />
      )}
      <Versions
        widths={photographWidths(width)}
        urlOf={(step, format) => `${stem}-${step}.${format}`}
        src={`${stem}.${ending}`}
        alt={alt}
        {...size}
        sizes={sizes}
        isFirst={rest.isFirst}
      />
    </div>
  );
}
