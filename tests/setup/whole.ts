/** True in `npm run test:all`, which tries every case of a matrix; `npm test` tries a sample. */
export const isWhole = process.env.TEST_WHOLE === "1";

/** Returns each `step`th item, starting with the first; returns all of them in `npm run test:all`. */
export const every = <Item>(step: number, items: readonly Item[]): Item[] =>
  items.filter((_, index) => isWhole || index % step === 0);
