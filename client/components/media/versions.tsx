export const loading = (isFirst: boolean) => ({
  loading: isFirst ? ("eager" as const) : ("lazy" as const),
  fetchPriority: isFirst ? ("high" as const) : undefined,
  decoding: "async" as const,
});

interface VersionsProps {
  widths: readonly number[];
  urlOf: (width: number, format: "avif" | "webp") => string;
  sizes: string;
  /** The main picture, for who takes it out of the page. */
  src: string;
  alt: string;
  width: number;
  height: number;
  /** The first visible picture: loaded eagerly. */
  isFirst: boolean;
  className?: string | undefined;
}

/**
 * A picture in the smallest suitable width. All browsers that we support know WebP, few of them no AVIF: these have one
 * width of the pictures of a list, each of which would name all again.
 */
export function Versions(props: VersionsProps) {
  const { widths, urlOf, sizes, isFirst, src, alt, ...image } = props;
  const listOf = (format: "avif" | "webp") =>
    widths.map((step) => `${urlOf(step, format)} ${step}w`).join(", ");
  const plain = isFirst
    ? { src, srcSet: listOf("webp"), sizes }
    : // Without it the source's "auto" would not count.
      { src: urlOf(widths[1] ?? widths[0] ?? 0, "webp"), sizes: "auto" };
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={listOf("avif")}
        // Lazy pictures are laid out before they are loaded: the browser knows the width.
        sizes={isFirst ? sizes : `auto, ${sizes}`}
      />
      <img alt={alt} {...image} {...plain} {...loading(isFirst)} />
    </picture>
  );
}
