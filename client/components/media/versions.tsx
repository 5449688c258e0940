export const loading = (isFirst: boolean) => ({
  loading: isFirst ? ("eager" as const) : ("lazy" as const),
  fetchPriority: isFirst ? ("high" as const) : undefined,
  decoding: "async" as const,
});

interface VersionsProps {
  /** The URLs of a format with their widths. */
  listOf: (format: "avif" | "webp") => string;
  sizes: string;
  /** For who takes the picture out of the page. */
  src: string;
  alt: string;
  width: number;
  height: number;
  /** The first visible picture: loaded eagerly. */
  isFirst: boolean;
  className?: string | undefined;
}

/** A picture in the smallest suitable width and format: all browsers that we support know WebP. */
export function Versions({ listOf, sizes, isFirst, alt, ...image }: VersionsProps) {
  // Lazy pictures are laid out before they are loaded: the browser knows the width.
  const wanted = isFirst ? sizes : `auto, ${sizes}`;
  return (
    <picture>
      <source type="image/avif" srcSet={listOf("avif")} sizes={wanted} />
      <img alt={alt} {...image} srcSet={listOf("webp")} sizes={wanted} {...loading(isFirst)} />
    </picture>
  );
}
