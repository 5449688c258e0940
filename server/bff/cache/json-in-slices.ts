import { setImmediate as nextTurn } from "node:timers/promises";
import { inSlices } from "../../upstream/time-slices.ts";

/** A shorter list is written in one piece. */
const MIN_SLICED_ITEMS = 500;

/** A value as JSON. A long list yields to the event loop between its items, and once more before it is returned. */
export async function jsonInSlices(value: unknown): Promise<string> {
  if (!Array.isArray(value) || value.length < MIN_SLICED_ITEMS) return JSON.stringify(value);
  const items = await inSlices(jsonSteps(value));
  await nextTurn();
  const json = `[${items.join()}]`;
  await nextTurn();
  return json;
}

function* jsonSteps(list: readonly unknown[]): Generator<void, string[]> {
  const items: string[] = [];
  for (const item of list) {
    items.push(JSON.stringify(item));
    yield;
  }
  return items;
}
