import { eventParser } from "../../server/source/events.normalise.ts";
import { newsParser } from "../../server/source/news.normalise.ts";
import type { ReadOptions } from "../../server/source/read-responses.ts";
import { listReader, readItem } from "../../server/source/read-responses.ts";

/** The site itself pauses between rows. */
function atOnce<Item>({ rows, read, result }: ReturnType<typeof listReader<Item>>) {
  for (const row of rows) read(row);
  return result();
}

export const normaliseNewsList = (json: unknown, options: ReadOptions) =>
  atOnce(listReader(json, { ...newsParser, ...options }));

export const normaliseEventList = (json: unknown, options: ReadOptions) =>
  atOnce(listReader(json, { ...eventParser, ...options }));

export const normaliseNewsResponse = (json: unknown, options: ReadOptions) =>
  readItem(json, { ...newsParser, ...options });

export const normaliseEventResponse = (json: unknown, options: ReadOptions) =>
  readItem(json, { ...eventParser, ...options });
