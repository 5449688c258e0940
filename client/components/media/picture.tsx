import * as words from "../../../content/words/en/data-saver.json";
import type { SiteFrame } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { photographWidths, readPhotograph } from "../../../shared/model/photograph.ts";
import { dataSaver, useRequest } from "../../data/request-context.ts";
import styles from "./photograph.module.css";

/** Returns the URL of a picture in `content/images`; for a photograph, that of its largest version. */
export const imageUrl = (image: string, { imagesBase }: Pick<SiteFrame, "imagesBase">): string =>
  imagesBase + image.replace(/^images|#.*$/g, "");

interface LeftOutProps {
  href: string;
  alt: string;
  /** The size in bytes; null when unknown. */
  size: number | null;
  /** True when `size` is that of a larger version. */
  isAtMost?: boolean;
}

/**
 * Replaces a picture by its description and a link. A lazy picture in a `details` would be fetched by browsers without scripts (HTML,
 * 2.5.7).
 */
export function LeftOutPicture({ href, alt, size, isAtMost = false }: LeftOutProps) {
  if (alt === "") return null;
  const text = isAtMost ? words.sizeAtMost : words.size;
  const kilobytes = size === null ? "" : `, ${fill(text, { size: Math.ceil(size / 1_000) })}`;
  return (
    <a className="left-out" href={href}>
      <span>{alt}</span> <small>{words.showPicture + kilobytes}</small>
    </a>
  );
}

export const loading = (isFirst: boolean) => ({
  loading: isFirst ? ("eager" as const) : ("lazy" as const),
  fetchPriority: isFirst ? ("high" as const) : undefined,
  decoding: "async" as const,
});

interface VersionsProps {
  widths: readonly number[];
  urlOf: (width: number, format: "avif" | "webp") => string;
  sizes: string;
  /** The main picture, for visitors who save it from the page. */
  src: string;
  alt: string;
  width: number;
  height: number;
  /** True for the first visible picture, which is loaded eagerly. */
  isFirst: boolean;
  className?: string | undefined;
}

/**
 * A picture in the smallest suitable width. Every browser we support knows WebP. The few that lack AVIF get a single width for pictures in
 * a list, so that each picture does not name all widths twice.
 */
export function Versions(props: VersionsProps) {
  const { widths, urlOf, sizes, isFirst, src, alt, ...image } = props;
  const listOf = (format: "avif" | "webp") =>
    widths.map((step) => `${urlOf(step, format)} ${step}w`).join(", ");
  const plain = isFirst
    ? { src, srcSet: listOf("webp"), sizes }
    : // Without `sizes` the source's "auto" would not count.
      { src: urlOf(widths[1] ?? widths[0] ?? 0, "webp"), sizes: "auto" };
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={listOf("avif")}
        // Lazy pictures are laid out before they are loaded, so the browser knows the width.
        sizes={isFirst ? sizes : `auto, ${sizes}`}
      />
      <img alt={alt} {...image} {...plain} {...loading(isFirst)} />
    </picture>
  );
}

/**
 * The width of a picture in each place, as in the stylesheets, in syntax that every supported browser knows. A rem is 16 px here.
 * `tests/e2e/pages/picture-sizes.test.ts` compares these widths with the pages.
 */
export const PLACES = {
  /** The width of the page, or of a slide, whose text may be higher than the picture. */
  page: "(max-width: 1216px) 100vw, 74rem",
  /** The width of a column of text, or of the space beside an aside. */
  main: "(max-width: 1024px) 100vw, 54rem",
  /** The width of an aside. */
  aside: "(max-width: 1024px) 100vw, 18rem",
  /** The width beside text, for the first card or one of two columns. */
  lead: "(max-width: 768px) 100vw, (max-width: 1024px) 75vw, 42rem",
  card: "(max-width: 768px) 100vw, (max-width: 1024px) 50vw, 24.5rem",
  tile: "(max-width: 560px) 100vw, 24.5rem",
  small: "16rem",
} as const;

/** The shapes of pictures. Width and height reserve the space. */
const SHAPES = {
  hero: { width: 1600, height: 900, place: "page" },
  wide: { width: 900, height: 600, place: "card" },
  card: { width: 800, height: 600, place: "card" },
  square: { width: 400, height: 400, place: "small" },
  mark: { width: 400, height: 200, place: "small" },
  scene: { width: 800, height: 500, place: "main" },
  map: { width: 800, height: 760, place: "lead" },
} as const;

interface Props {
  /** The name in content: `images/projects/menstrual-justice.svg`. */
  image: string;
  /** Empty when the text beside the picture has the same content. */
  alt: string;
  shape: keyof typeof SHAPES;
  /** The place of the picture, if not the usual place of its shape. */
  place?: keyof typeof PLACES;
  /** True for the first visible picture, which is loaded eagerly. */
  isFirst?: boolean;
  className?: string | undefined;
}

/** A picture of `content/images` with its space reserved. A photograph lies over a blurred preview until it is loaded. */
export function ContentPicture(props: Props) {
  const { image, alt, shape, isFirst = false, className = "" } = props;
  const { place, ...size } = SHAPES[shape];
  const { frame } = useRequest();
  const photograph = readPhotograph(image);
  const stem = photograph ? imageUrl(photograph.stem, frame) : "";
  const widths = photograph ? photographWidths(photograph.width) : [];
  if (import.meta.env.SSR) {
    const saver = dataSaver();
    if (saver) {
      const href = photograph ? `${stem}-${widths[0]}.webp` : imageUrl(image, frame);
      saver.leaveOut(href);
      return <LeftOutPicture href={href} alt={alt} size={saver.sizeOf(href)} />;
    }
  }
  if (!photograph)
    return (
      <img
        className={className || undefined}
        src={imageUrl(image, frame)}
        alt={alt}
        {...size}
        {...loading(isFirst)}
      />
    );
  const { ending, placeholder } = photograph;
  return (
    <div className={`${styles.photograph} ${className}`}>
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
        widths={widths}
        urlOf={(step, format) => `${stem}-${step}.${format}`}
        src={`${stem}.${ending}`}
        alt={alt}
        {...size}
        sizes={PLACES[props.place ?? place]}
        isFirst={isFirst}
      />
    </div>
  );
}
