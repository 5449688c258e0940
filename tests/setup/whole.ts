/** `npm run test:all` tries every case of a matrix; `npm test` a sample of it. */
export const isWhole = process.env.TEST_WHOLE === "1";

/** Each `step`th item, from the first on; all of them in `npm run test:all`. */
export const every = <Item>(step: number, items: readonly Item[]): Item[] =>
  items.filter((_, index) => isWhole || index % step === 0);
