/** How wide a text is at a size, in pixels. */
export type Measure = (text: string, size: number) => number;

export interface TitleBox {
  width: number;
  height: number;
}

export interface FittedTitle {
  size: number;
  /** Baseline to baseline. */
  leading: number;
  lines: readonly string[];
}

/** Largest first. At the last, a title that does not fit is cut. */
const SIZES = [140, 124, 112, 104, 96, 88, 80, 74, 68, 62, 56] as const;
const LEADING = 1.12;
const MOST_LINES = 5;
const mostLines = (size: number) => (size > 104 ? 2 : size > 80 ? 3 : size > 62 ? 4 : MOST_LINES);
const ELLIPSIS = "…";
/** Words that should not end a line when they can begin the next. */
const SHORT_WORDS =
  /(?:^| )(?:a|an|the|of|to|in|at|on|by|and|or|for|is|we|our|who|no|with|from|\d+)$/i;
/** What an ellipsis should not follow. */
const HANGING = /(?:\s+(?:a|an|the|of|to|in|at|on|by|and|or|for|with|from))?[\s,;:.–-]*$/i;

/** Breaks words into lines at most `width` wide; null when a word alone is wider. */
function wrap(words: readonly string[], width: number, measure: (text: string) => number) {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (measure(word) > width) return null;
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** How much the widths of lines differ: the squares of the free space, and a penalty for each short word at a line's end. */
function raggedness(lines: readonly string[], measure: (text: string) => number): number {
  const widths = lines.map(measure);
  const widest = Math.max(...widths);
  const hanging = lines.slice(0, -1).filter((line) => SHORT_WORDS.test(line)).length;
  return widths.reduce((sum, width) => sum + ((widest - width) / widest) ** 2, hanging * 0.1);
}

/** Every way to break words into `count` lines that fit. */
function* lineBreaks(
  words: readonly string[],
  count: number,
  fits: (line: string) => boolean,
): Generator<string[]> {
  if (count === 1) {
    const line = words.join(" ");
    if (fits(line)) yield [line];
    return;
  }
  for (let taken = 1; taken <= words.length - count + 1; taken += 1) {
    const line = words.slice(0, taken).join(" ");
    if (!fits(line)) return;
    for (const rest of lineBreaks(words.slice(taken), count - 1, fits)) yield [line, ...rest];
  }
}

/** The same number of lines, with the least raggedness. */
function balance(
  words: readonly string[],
  lines: readonly string[],
  { width, measure }: { width: number; measure: (text: string) => number },
): readonly string[] {
  const known = new Map<string, number>();
  const once = (text: string) => {
    const before = known.get(text) ?? measure(text);
    known.set(text, before);
    return before;
  };
  let best = lines;
  let least = raggedness(lines, once);
  for (const tried of lineBreaks(words, lines.length, (line) => once(line) <= width)) {
    const found = raggedness(tried, once);
    if (found < least) [best, least] = [tried, found];
  }
  return best;
}

/** As many words as fit, and an ellipsis after the last; a word that is too wide is cut. */
function shorten(words: readonly string[], size: number, box: TitleBox, measure: Measure) {
  const most = Math.min(MOST_LINES, Math.floor(box.height / (size * LEADING)));
  const lines: string[] = [];
  let rest = words.join(" ");
  while (rest !== "" && lines.length < most) {
    const isLast = lines.length === most - 1;
    const fits = (text: string) => measure(text, size) <= box.width;
    if (fits(rest)) return [...lines, rest];
    const letters = [...rest];
    let count = letters.length;
    const tail = isLast ? ELLIPSIS : "";
    while (count > 1 && !fits(letters.slice(0, count).join("").trimEnd() + tail)) count -= 1;
    let cut = letters.slice(0, count).join("");
    const space = cut.lastIndexOf(" ");
    // At a space when there is one; only a word wider than the line is cut inside.
    if (space > 0 && letters[count] !== " ") cut = cut.slice(0, space);
    lines.push(isLast ? cut.replace(HANGING, "") + ELLIPSIS : cut.trimEnd());
    rest = rest.slice(cut.length).trimStart();
  }
  return lines;
}

/** The title at the largest size that fits, in lines of similar width; a title too long for every size ends in an ellipsis. */
export function fitTitle(title: string, box: TitleBox, measure: Measure): FittedTitle {
  const words = title.split(" ").filter((word) => word !== "");
  if (words.length === 0) return { size: SIZES[0], leading: SIZES[0], lines: [] };
  for (const size of SIZES) {
    const own = (text: string) => measure(text, size);
    const lines = wrap(words, box.width, own);
    const leading = Math.round(size * LEADING);
    if (lines === null || lines.length * leading > box.height) continue;
    // The largest sizes are for titles of few lines.
    if (lines.length > mostLines(size)) continue;
    return { size, leading, lines: balance(words, lines, { width: box.width, measure: own }) };
  }
  const size = SIZES[SIZES.length - 1] ?? 56;
  return { size, leading: Math.round(size * LEADING), lines: shorten(words, size, box, measure) };
}
