import * as words from "../../../content/words/en/data-saver.json";

interface Props {
  href: string;
  alt: string;
  /** Bytes; null where they are not known. */
  size: number | null;
  /** `size` is that of a larger version. */
  isAtMost?: boolean;
}

/** Bytes as kB, a part of one as a whole. */
const inKilobytes = (bytes: number) => String(Math.ceil(bytes / 1_000));

/**
 * In place of a picture under data saver: what it shows, and a link to its file. A lazy picture in a `details`
 * would be fetched at once by browsers whose scripts are off (HTML, section 2.5.7). Nothing for a decoration.
 */
export function LeftOutPicture({ href, alt, size, isAtMost = false }: Props) {
  if (alt === "") return null;
  const text = isAtMost ? words.sizeAtMost : words.size;
  const kilobytes = size === null ? "" : `, ${text.replace("{size}", inKilobytes(size))}`;
  return (
    <a className="left-out" href={href}>
      <span>{alt}</span> <small>{words.showPicture + kilobytes}</small>
    </a>
  );
}
