/**
 * One of the options, always the same one for the same id. Consecutive ids get the options in turn;
 * `stride` gives each option that many ids in a row, so that two choices for one item vary independently.
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
