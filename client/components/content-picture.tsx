import { imagesBase } from "virtual:content/images";

/** The shapes pictures are drawn in; width and height reserve their place before they arrive. */
const SHAPES = {
  hero: { width: 1600, height: 900 },
  wide: { width: 900, height: 600 },
  card: { width: 800, height: 600 },
  square: { width: 400, height: 400 },
  mark: { width: 400, height: 200 },
  scene: { width: 800, height: 500 },
  map: { width: 800, height: 760 },
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

/** The address of a picture of `content/images`. */
export function imageUrl(image: string): string {
  return imagesBase + image.replace(/^images/, "");
}

/** A picture the foundation owns. It has its place before it arrives: nothing on the page moves. */
export function ContentPicture({ image, alt, shape, isFirst = false, className }: Props) {
  const { width, height } = SHAPES[shape];
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
