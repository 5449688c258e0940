const AT_RULE_OF_RULES = /^@(?:media|supports|container|layer)\b/;
const QUOTES = new Set(['"', "'"]);

/** The index of the first of `wanted` from `from` on, outside strings; the length of the text when there is none. */
function indexOutsideStrings(text: string, wanted: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === "\\") at += 1;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (wanted.includes(char)) return at;
    else if (QUOTES.has(char)) quote = char;
  }
  return text.length;
}

/** The index of the closing bracket of the pair that is open at `from`. */
function indexOfClosing(text: string, [open = "", close = ""]: string, from: number): number {
  let depth = 1;
  for (let at = from; ; at += 1) {
    at = indexOutsideStrings(text, open + close, at);
    if (at >= text.length) return at;
    depth += text[at] === open ? 1 : -1;
    if (depth === 0) return at;
  }
}

/** A selector without the arguments of `:not()`, `:is()` and the like, and without attributes. */
function withoutBrackets(selector: string): string {
  const open = indexOutsideStrings(selector, "([", 0);
  if (open >= selector.length) return selector;
  const pair = selector[open] === "(" ? "()" : "[]";
  const end = indexOfClosing(selector, pair, open + 1) + 1;
  return selector.slice(0, open) + withoutBrackets(selector.slice(end));
}

function splitSelectors(list: string): string[] {
  const selectors: string[] = [];
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    at = indexOutsideStrings(list, ",([", at);
    if (list[at] === "(") at = indexOfClosing(list, "()", at + 1);
    else if (list[at] === "[") at = indexOfClosing(list, "[]", at + 1);
    else {
      selectors.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return from < list.length ? [...selectors, list.slice(from)] : selectors;
}

/** False when an element of a class that the page does not have is part of the selector. */
const canMatch = (selector: string, classes: ReadonlySet<string>) =>
  [...withoutBrackets(selector).matchAll(/\.((?:[\w-]|\\.)+)/g)].every(([, name = ""]) =>
    classes.has(name.replaceAll("\\", "")),
  );

/**
 * A minified stylesheet without the rules that can match nothing in a page of these classes: for a page that no
 * script changes.
 */
export function usedRules(css: string, classes: ReadonlySet<string>): string {
  let used = "";
  let at = 0;
  while (at < css.length) {
    const open = indexOutsideStrings(css, "{;", at);
    const prelude = css.slice(at, open);
    if (css[open] !== "{") {
      used += css.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    const end = indexOfClosing(css, "{}", open + 1);
    const content = css.slice(open + 1, end);
    at = end + 1;
    if (AT_RULE_OF_RULES.test(prelude)) {
      const inner = usedRules(content, classes);
      if (inner !== "") used += `${prelude}{${inner}}`;
    } else if (prelude.startsWith("@")) {
      used += css.slice(open - prelude.length, at);
    } else {
      const selectors = splitSelectors(prelude).filter((selector) => canMatch(selector, classes));
      if (selectors.length > 0) used += `${selectors.join(",")}{${content}}`;
    }
  }
  return used;
}
