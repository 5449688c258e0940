/** What is for pages under data saver alone is written in this query, which hardly any browser knows. */
const DATA_SAVER = /@media\s*\(prefers-reduced-data:\s*reduce\)\s*\{/;
const PRINT = /@media\s*print\s*\{/;
const FONT_FACE = /@font-face\s*\{/;

/** The index after the brace that closes the block whose content begins at `from`. */
function endOfBlock(css: string, from: number): number {
  let depth = 1;
  for (let at = from; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    if (css[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error("a block of a stylesheet is not closed");
}

function replaceBlocks(css: string, start: RegExp, replace: (content: string) => string): string {
  const found = start.exec(css);
  if (!found) return css;
  const from = found.index + found[0].length;
  const end = endOfBlock(css, from);
  const rest = replaceBlocks(css.slice(end), start, replace);
  return css.slice(0, found.index) + replace(css.slice(from, end - 1)) + rest;
}

/** A stylesheet for every other page. */
export const withoutDataSaver = (css: string): string => replaceBlocks(css, DATA_SAVER, () => "");

/** A stylesheet in two: for the screen, and what is for print alone, which browsers fetch apart. */
export function withoutPrint(css: string): { screen: string; print: string } {
  const print: string[] = [];
  const screen = replaceBlocks(css, PRINT, (content) => {
    print.push(content);
    return "";
  });
  return { screen, print: print.join("") };
}

/**
 * The same stylesheet for pages under data saver: nothing in it is fetched, and the rules for pages without
 * scripts hold, though the browser has scripts.
 * @throws Error when a URL is left that a browser would fetch
 */
export function forDataSaver(css: string): string {
  const own = replaceBlocks(
    replaceBlocks(css, FONT_FACE, () => ""),
    DATA_SAVER,
    (content) => content,
  )
    .replace(/background-image:\s*url\([^)]*\);?/g, "")
    .replace(/\(scripting:\s*none\)\s*and\s*/g, "")
    .replace(/\(scripting:\s*none\)/g, "all")
    .replace(/[^{}]+\{\}/g, "");
  const left = /url\((?!"?data:)[^)]*\)/.exec(own);
  if (left) throw new Error(`a browser would fetch ${left[0]} under data saver`);
  return own;
}
