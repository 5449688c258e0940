/** A family of names that a library reads itself, however close they are to ours. */
const FOREIGN = /^OTEL_EXPORTER_/;

/** The names of settings this short are close to many words: one error counts, not two. */
const SHORT = 5;

export interface Misspelling {
  given: string;
  meant: string;
}

/** The least number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (line: readonly number[], back: number) => line[column - back] ?? 0;
      const costs = [at(last, 0) + 1, at(current, 1) + 1];
      costs.push(at(last, 1) + (a[row - 1] === b[column - 1] ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        costs.push(at(beforeLast, 2) + 1);
      current.push(Math.min(...costs));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** Each unknown name that is close to a known one, whatever its case, with the closest. */
export function findMisspellings(
  names: readonly string[],
  known: readonly string[],
): Misspelling[] {
  return names.flatMap((given) => {
    if (known.includes(given) || FOREIGN.test(given)) return [];
    const near = known
      .filter((meant) => Math.abs(meant.length - given.length) <= 2)
      .map((meant) => ({ given, meant, distance: editDistance(given.toUpperCase(), meant) }))
      .filter(({ meant, distance }) => distance <= (meant.length <= SHORT ? 1 : 2))
      .sort((one, other) => one.distance - other.distance);
    return near.slice(0, 1).map(({ meant }) => ({ given, meant }));
  });
}
