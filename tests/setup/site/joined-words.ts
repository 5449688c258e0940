import { Parser } from "htmlparser2";

const INLINE = new Set(
  "a abbr b button cite code em i kbd label q small span strong sub sup time".split(" "),
);
const UNSEEN = new Set(["head", "noscript", "script", "style", "svg"]);

/** Finds words in adjacent inline elements with nothing between them: text browsers join such words. */
export function joinedWords(html: string): string[] {
  const found: string[] = [];
  let unseen = 0;
  let before = "";
  /** True once an inline element has ended since the last text; `isBetween` is true once another has begun after it. */
  let isClosed = false;
  let isBetween = false;
  const parser = new Parser({
    onopentag: (name) => {
      if (UNSEEN.has(name)) unseen += 1;
      if (!INLINE.has(name)) before = "";
      else if (isClosed) isBetween = true;
    },
    ontext: (text) => {
      if (unseen > 0) return;
      if (isBetween && /\S$/.test(before) && /^\S/.test(text))
        found.push(`${before.slice(-20)}|${text.slice(0, 20)}`);
      before = text;
      isClosed = false;
      isBetween = false;
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen -= 1;
      if (INLINE.has(name)) isClosed = true;
      else before = "";
    },
  });
  parser.end(html);
  return found;
}
