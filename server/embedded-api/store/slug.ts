/** Long enough for any headline, and below the router's limit. */
const MAX_LENGTH = 80;

/** The path segment for a title: `Siku ya Maji: Bunju & Mtambani` becomes `siku-ya-maji-bunju-mtambani`. */
export function slugFromTitle(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
  // A title in another script leaves an empty slug.
  return slug === "" ? "event" : slug;
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that is free. */
export function firstFreeSlug(slug: string, isTaken: (candidate: string) => boolean): string {
  let candidate = slug;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}
