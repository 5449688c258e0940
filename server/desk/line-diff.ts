import type { DiffLine } from "../../shared/contract/desk-entries.ts";

/** The most comparisons of two lines, a few milliseconds. Two texts that differ in more are shown one after the other. */
const MOST_STEPS = 1_000_000;

/** The number of equal lines that are shown before and after a change. */
const CONTEXT = 2;

const asLines = (texts: readonly string[], kind: DiffLine["kind"]): DiffLine[] =>
  texts.map((text) => ({ kind, text }));

/** Returns the length of the longest common subsequence of the rests of two lists, for each pair of positions. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      lengths[at] =
        before[i] === after[j]
          ? (lengths[at + width + 1] ?? 0) + 1
          : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  return lengths;
}

/** Compares the lines between the equal beginning and the equal end of two texts. */
function middleDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MOST_STEPS)
    return [...asLines(before, "removed"), ...asLines(after, "added")];
  const lengths = commonLengths(before, after);
  const width = after.length + 1;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const at = i * width + j;
    if (before[i] === after[j]) {
      lines.push({ kind: "same", text: before[i] ?? "" });
      i += 1;
      j += 1;
    } else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) {
      lines.push({ kind: "removed", text: before[i] ?? "" });
      i += 1;
    } else {
      lines.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return [...lines, ...asLines(before.slice(i), "removed"), ...asLines(after.slice(j), "added")];
}

/** Leaves out equal lines that are far from a change. */
function withoutFar(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind === "same") return;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at += 1)
      if (at >= 0 && at < lines.length) isNear[at] = true;
  });
  return lines.flatMap((line, index): DiffLine[] => {
    if (isNear[index]) return [line];
    const isFirst = index === 0 || isNear[index - 1] === true;
    return isFirst ? [{ kind: "gap", text: "" }] : [];
  });
}

/** Compares two texts line by line. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  const shortest = Math.min(old.length, next.length) - start;
  while (end < shortest && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const middle = middleDiff(
    old.slice(start, old.length - end),
    next.slice(start, next.length - end),
  );
  return withoutFar([
    ...asLines(old.slice(0, start), "same"),
    ...middle,
    ...asLines(old.slice(old.length - end), "same"),
  ]);
}
