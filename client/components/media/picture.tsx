import { hasPhotographs, imagesBase } from "virtual:content/images";
import * as words from "../../../content/words/en/data-saver.json";
import { photographWidths, readPhotograph } from "../../../shared/model/photograph.ts";
import { dataSaver } from "../../data/request-context.ts";
import { PhotographPicture } from "./photograph-picture.tsx";
import { loading } from "./versions.tsx";

/** The URL of a picture of `content/images`; of a photograph, the largest that is made. */
export const imageUrl = (image: string): string => imagesBase + image.replace(/^images|#.*$/g, "");

interface LeftOutProps {
  href: string;
  alt: string;
  /** Bytes; null where they are not known. */
  size: number | null;
  /** `size` is that of a larger version. */
  isAtMost?: boolean;
}

/** Bytes as kB, a part of one as a whole. */
const inKilobytes = (bytes: number) => String(Math.ceil(bytes / 1_000));

/** What a picture shows, and a link to it: a lazy one in a `details` would be fetched by browsers without scripts (HTML, 2.5.7). */
export function LeftOutPicture({ href, alt, size, isAtMost = false }: LeftOutProps) {
  if (alt === "") return null;
  const text = isAtMost ? words.sizeAtMost : words.size;
  const kilobytes = size === null ? "" : `, ${text.replace("{size}", inKilobytes(size))}`;
  return (
    <a className="left-out" href={href}>
      <span>{alt}</span> <small>{words.showPicture + kilobytes}</small>
    </a>
  );
}

/** `sizes` as the stylesheets have it, `<= 1024`, in words that every browser of ours knows. */
const HALF = "(max-width: 768px) 100vw, 50vw";
const THIRD = "(max-width: 768px) 100vw, (max-width: 1024px) 50vw, 33vw";

/** Width and height reserve the space, `sizes` is the layout width of a photograph. */
const SHAPES = {
  hero: { width: 1600, height: 900, sizes: "100vw" },
  wide: { width: 900, height: 600, sizes: HALF },
  card: { width: 800, height: 600, sizes: THIRD },
  square: { width: 400, height: 400, sizes: "200px" },
  mark: { width: 400, height: 200, sizes: "200px" },
  scene: { width: 800, height: 500, sizes: HALF },
  map: { width: 800, height: 760, sizes: HALF },
} as const;

interface Props {
  /** The name in content: `images/projects/menstrual-justice.svg`. */
  image: string;
  /** Empty when the text beside it has the same content. */
  alt: string;
  shape: keyof typeof SHAPES;
  /** The first visible picture: loaded eagerly. */
  isFirst?: boolean;
  className?: string | undefined;
}

/** A picture of `content/images`, a photograph over a blurred preview until it is loaded. Its space is reserved. */
export function ContentPicture({ image, alt, shape, isFirst = false, className }: Props) {
  const { sizes, ...size } = SHAPES[shape];
  const photograph = hasPhotographs ? readPhotograph(image) : null;
  const stem = photograph ? imageUrl(photograph.stem) : "";
  const widths = photograph ? photographWidths(photograph.width) : [];
  if (import.meta.env.SSR) {
    const saver = dataSaver();
    if (saver) {
      const href = photograph ? `${stem}-${widths[0]}.webp` : imageUrl(image);
      saver.leaveOut(href);
      return <LeftOutPicture href={href} alt={alt} size={saver.sizeOf(href)} />;
    }
  }
  if (!hasPhotographs || !photograph) {
    return (
      <img className={className} src={imageUrl(image)} alt={alt} {...size} {...loading(isFirst)} />
    );
  }
  return (
    <PhotographPicture
      photograph={photograph}
      stem={stem}
      alt={alt}
      size={size}
      sizes={sizes}
      isFirst={isFirst}
      className={className}
    />
  );
}
