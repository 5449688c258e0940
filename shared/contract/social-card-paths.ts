const ROOT = "/social";
const HOME = "/home";
const ENDING = ".png";

/** A short hash of a text, so that a changed title gives a new URL (FNV-1a, 32 bits). */
function nameOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

interface CardPage {
  path: string;
  title: string;
  picture?: string | null;
}

/**
 * The URL of the social card of a page. It names the page alone: the texts come from the page. Networks cache
 * a picture by its URL for weeks, hence the hash of the title and the picture.
 */
export function socialCardPath({ path, title, picture = null }: CardPage): string {
  const [page = "/"] = path.split("?", 1);
  return `${ROOT}${page === "/" ? HOME : page}${ENDING}?v=${nameOf(title + (picture ?? ""))}`;
}

/** The page of such a URL (without its query); null when it is not one. */
export function pageOfSocialCard(pathname: string): string | null {
  if (!pathname.startsWith(`${ROOT}/`) || !pathname.endsWith(ENDING)) return null;
  const page = pathname.slice(ROOT.length, -ENDING.length);
  if (page === "/" || page.includes("//")) return null;
  return page === HOME ? "/" : page;
}
