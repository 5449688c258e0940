import { useEffect, useRef, useState } from "react";
import * as saverWords from "../../../content/words/en/data-saver.json";
import type { CardPicture } from "../../../shared/model/picture.schema.ts";
import {
  offeredWidths,
  type PictureFormat,
  variantUrl,
} from "../../../shared/model/picture-widths.ts";
import { dataSaver } from "../../data/request-context.ts";
import { fallbackDrawing } from "./fallback-drawing.ts";
import { imageUrl } from "./image-url.ts";
import styles from "./item-picture.module.css";
import { LeftOutPicture } from "./left-out-picture.tsx";

interface Props {
  picture: (CardPicture & { bytes?: number | null }) | null;
  /** The item's id and its topics, most specific first: they choose the drawing. */
  id: string;
  words: readonly string[];
  /** Large and eager, or small and lazy. */
  isLead?: boolean;
  /** Empty on a card, whose title is enough. */
  isDecoration?: boolean;
}

/** `sizes` as the stylesheets have it, `<= 1024`, in words that every browser of ours knows. */
const LEAD = "(max-width: 1024px) 100vw, 60vw";
/** What data saver offers. Only the size of the JPEG at `url` is known, which is larger. */
const SAVED_WIDTH = 640;
const CARD = "auto, (max-width: 768px) 100vw, (max-width: 1024px) 50vw, 33vw";

/** The server has forgotten a failure by then. */
const RETRY_MS = 4_500;
const MAX_RETRIES = 3;

/**
 * The picture of a news item or event in a frame of fixed ratio, over its blurred preview where it is known. A drawing stands
 * in where there is no picture, or it fails to load.
 */
export function ItemPicture(props: Props) {
  const { picture, id, words, isLead = false, isDecoration = false } = props;
  const [isLost, setLost] = useState(false);
  const [retries, setRetries] = useState(0);
  if (import.meta.env.SSR) {
    const saver = dataSaver();
    if (saver && picture && !isDecoration) return <LeftOutItemPicture picture={picture} />;
    saver?.leaveOut(imageUrl(fallbackDrawing(id, words)));
    if (saver) return null;
  }
  const blur = picture?.placeholder;
  return (
    <div className={styles.frame}>
      {(blur || isLost || !picture) && (
        <img
          className={blur ? styles.blur : undefined}
          src={blur ? `data:image/webp;base64,${blur}` : imageUrl(fallbackDrawing(id, words))}
          alt=""
          width={900}
          height={600}
          loading={isLead ? "eager" : "lazy"}
          decoding="async"
          fetchPriority={isLead && !picture ? "high" : "auto"}
        />
      )}
      {picture && (
        <Photo
          key={retries}
          className={isLost ? styles.lost : styles.photo}
          onLoad={() => setLost(false)}
          onLost={() => {
            setLost(true);
            if (retries < MAX_RETRIES) setTimeout(setRetries, RETRY_MS, retries + 1);
          }}
          picture={picture}
          alt={isDecoration ? "" : picture.alt}
          isLead={isLead}
        />
      )}
    </div>
  );
}

function LeftOutItemPicture({ picture }: { picture: NonNullable<Props["picture"]> }) {
  const { url, alt, bytes = null } = picture;
  const href = variantUrl(new URL(url).pathname, SAVED_WIDTH, "webp");
  return <LeftOutPicture href={href} alt={alt || saverWords.undescribed} size={bytes} isAtMost />;
}

interface PhotoProps {
  picture: CardPicture;
  alt: string;
  isLead: boolean;
  className: string | undefined;
  onLost: () => void;
  onLoad: () => void;
}

function Photo({ picture, alt, className, isLead, onLost, ...rest }: PhotoProps) {
  const image = useRef<HTMLImageElement>(null);
  // It may have failed before the page was hydrated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) onLost();
  }, []);
  // Data names pictures in full; the policy allows those of the host of the page.
  const path = new URL(picture.url).pathname;
  const offered = offeredWidths(picture.width);
  // A card is at most half as wide as the window, or as wide as a phone.
  const widths = isLead ? offered : offered.slice(0, 3);
  const set = (format: PictureFormat) =>
    widths.map((step) => `${variantUrl(path, step, format)} ${step}w`).join(", ");
  const sizes = isLead ? LEAD : CARD;
  return (
    <picture>
      <source type="image/avif" srcSet={set("avif")} sizes={sizes} />
      <source type="image/webp" srcSet={set("webp")} sizes={sizes} />
      <img
        ref={image}
        onError={onLost}
        className={className}
        src={path}
        // `auto` counts in the sources only when it stands here too.
        sizes={sizes}
        alt={alt}
        width={picture.width ?? 1200}
        height={picture.height ?? 675}
        decoding="async"
        loading={isLead ? "eager" : "lazy"}
        fetchPriority={isLead ? "high" : undefined}
        {...rest}
      />
    </picture>
  );
}
