import { hasPhotographs } from "virtual:content/images";
import { photographWidths, readPhotograph } from "../../../shared/model/photograph.ts";
import { dataSaver } from "../../data/request-context.ts";
import { imageUrl } from "./image-url.ts";
import { LeftOutPicture } from "./left-out-picture.tsx";
import { PhotographPicture } from "./photograph-picture.tsx";

/** `sizes` as the stylesheets have it, `<= 1024`, in words that every browser of ours knows. */
const HALF = "(max-width: 768px) 100vw, 50vw";
const THIRD = "(max-width: 768px) 100vw, (max-width: 1024px) 50vw, 33vw";

/**
 * The aspect ratios of pictures; width and height reserve the space, `sizes` is the layout width
 * of a photograph.
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
  /** The name in content: `images/projects/menstrual-justice.svg`. */
  image: string;
  /** Empty when the text beside it has the same content. */
  alt: string;
  shape: keyof typeof SHAPES;
  /** The first visible picture: loaded eagerly. */
  isFirst?: boolean;
  className?: string | undefined;
}

/** A picture of `content/images`. Its space is reserved: nothing on the page moves. */
export function ContentPicture({ image, alt, shape, isFirst = false, className }: Props) {
  if (import.meta.env.SSR) {
    const saver = dataSaver();
    if (saver) {
      const href = smallestUrl(image);
      saver.leaveOut(href);
      return <LeftOutPicture href={href} alt={alt} size={saver.sizeOf(href)} />;
    }
  }
  const { width, height, sizes } = SHAPES[shape];
  const photograph = hasPhotographs ? readPhotograph(image) : null;
  if (photograph) {
    const stemUrl = imageUrl(photograph.stem);
    return (
      <PhotographPicture
        photograph={photograph}
        stemUrl={stemUrl}
        alt={alt}
        width={width}
        height={height}
        sizes={sizes}
        isFirst={isFirst}
        className={className}
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

/** A drawing, or the narrowest version of a photograph. */
function smallestUrl(image: string): string {
  const photograph = readPhotograph(image);
  if (!photograph) return imageUrl(image);
  return `${imageUrl(photograph.stem)}-${photographWidths(photograph.width)[0]}.webp`;
}
