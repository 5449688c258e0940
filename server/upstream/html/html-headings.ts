import type { Content } from "./html-runs.ts";

/**
 * Gives headings the levels of a page whose own heading is the `h1`: the first is an `h2`, and none
 * is more than one level below the one it belongs to, whatever levels the source used.
 */
export function levelHeadings(content: Content, outline: number[] = []): Content {
  return content.map((item) => {
    if (item.kind !== "block") return item;
    const level = /^h([1-6])$/.exec(item.tag)?.[1];
    if (level === undefined) return { ...item, content: levelHeadings(item.content, outline) };
    while ((outline.at(-1) ?? 0) >= Number(level)) outline.pop();
    outline.push(Number(level));
    return { ...item, tag: `h${Math.min(outline.length + 1, 6)}` };
  });
}
