import { Parser } from "htmlparser2";

const INLINE = new Set(
  "a abbr b button cite code em i kbd label q small span strong sub sup time".split(" "),
);
const UNSEEN = new Set(["head", "noscript", "script", "style", "svg"]);

/** Words that stand in two inline elements with nothing between them: text browsers join them. */
export function joinedWords(html: string): string[] {
  const found: string[] = [];
  let unseen = 0;
  let before = "";
  /** An inline element ended since the last text, and another began. */
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
