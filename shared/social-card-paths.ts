const ROOT = "/social";
const HOME = "/home";
const ENDING = ".png";

/** A short name for a text, so that a changed title is a new address (FNV-1a, 32 bits). */
function nameOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * The address of the picture that stands for a page where its address is shared. It names the page alone:
 * what is drawn is asked of the page. Networks keep a picture by its address for weeks, hence the title's mark.
 */
export function socialCardPath({ path, title }: { path: string; title: string }): string {
  const [page = "/"] = path.split("?", 1);
  return `${ROOT}${page === "/" ? HOME : page}${ENDING}?v=${nameOf(title)}`;
}

/** The page that such an address (without its query) is about; null when it is none. */
export function pageOfSocialCard(pathname: string): string | null {
  if (!pathname.startsWith(`${ROOT}/`) || !pathname.endsWith(ENDING)) return null;
  const page = pathname.slice(ROOT.length, -ENDING.length);
  if (page === "/" || page.includes("//")) return null;
  return page === HOME ? "/" : page;
}
