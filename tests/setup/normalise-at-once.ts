import { eventParser } from "../../server/source/events.normalise.ts";
import { newsParser } from "../../server/source/news.normalise.ts";
import type { ReadOptions } from "../../server/source/read-responses.ts";
import { readItem, readList } from "../../server/source/read-responses.ts";

/** Runs work that is cut into steps without a pause; the site itself runs it in slices. */
function atOnce<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export const normaliseNewsList = (json: unknown, options: ReadOptions) =>
  atOnce(readList(json, { ...newsParser, ...options }));

export const normaliseEventList = (json: unknown, options: ReadOptions) =>
  atOnce(readList(json, { ...eventParser, ...options }));

export const normaliseNewsResponse = (json: unknown, options: ReadOptions) =>
  readItem(json, { ...newsParser, ...options });

export const normaliseEventResponse = (json: unknown, options: ReadOptions) =>
  readItem(json, { ...eventParser, ...options });
