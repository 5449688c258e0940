import { eventParser } from "../../server/upstream/content-api/events.normalise.ts";
import { newsParser } from "../../server/upstream/content-api/news.normalise.ts";
import type {
  ItemResult,
  ListResult,
  ReadOptions,
} from "../../server/upstream/content-api/read-responses.ts";
import { readItem, readList } from "../../server/upstream/content-api/read-responses.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";

/** Runs work that is cut into steps without a pause; the site itself runs it in slices. */
function atOnce<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export const normaliseNewsList = (
  json: unknown,
  options: ReadOptions,
): ListResult<StoredNewsItem> => atOnce(readList(json, { ...newsParser, ...options }));

export const normaliseEventList = (
  json: unknown,
  options: ReadOptions,
): ListResult<StoredEventItem> => atOnce(readList(json, { ...eventParser, ...options }));

export const normaliseNewsResponse = (
  json: unknown,
  options: ReadOptions,
): ItemResult<StoredNewsItem> => readItem(json, { ...newsParser, ...options });

export const normaliseEventResponse = (
  json: unknown,
  options: ReadOptions,
): ItemResult<StoredEventItem> => readItem(json, { ...eventParser, ...options });
