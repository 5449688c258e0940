/**
 * One of the options, always the same one for the same id. Ids run on by one, so the options take turns;
 * `stride` lets each turn last that many ids, which keeps two choices of one item from moving in step.
 */
export function pickFor<Option>({
  id,
  options,
  stride = 1,
}: {
  id: number;
  options: readonly [Option, ...Option[]];
  stride?: number;
}): Option {
  return options[Math.floor(id / stride) % options.length] ?? options[0];
}
