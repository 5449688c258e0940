import { hasPhotographs, imagesBase } from "virtual:content/images";
import { readPhotograph } from "../../shared/photograph.ts";
import { PhotographPicture } from "./photograph-picture.tsx";

const HALF = "(min-width: 768px) 50vw, 100vw";
const THIRD = "(min-width: 1024px) 33vw, (min-width: 768px) 50vw, 100vw";

/**
 * The shapes pictures are drawn in; width and height reserve their place before they arrive, `sizes` says
 * how wide a photograph in that place is.
 */
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
  /** As content names it: `images/projects/menstrual-justice.svg`. */
  image: string;
  /** What the picture shows; empty when the text beside it says the same. */
  alt: string;
  shape: keyof typeof SHAPES;
  /** The first picture a reader sees: loaded at once, before others. */
  isFirst?: boolean;
  className?: string | undefined;
}

/** The address of a picture of `content/images`; of a photograph, the largest that is made. */
export function imageUrl(image: string): string {
  return imagesBase + image.replace(/^images|#.*$/g, "");
}

/** A picture the foundation owns. It has its place before it arrives: nothing on the page moves. */
export function ContentPicture({ image, alt, shape, isFirst = false, className }: Props) {
  const { width, height, sizes } = SHAPES[shape];
  const photograph = hasPhotographs ? readPhotograph(image) : null;
  if (photograph) {
    const stemUrl = imageUrl(photograph.stem);
    return (
      <PhotographPicture
        {...{ photograph, stemUrl, alt, width, height, sizes, isFirst, className }}
      />
    );
  }
  return (
    <img
      className={className}
      src={imageUrl(image)}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
    />
  );
}
