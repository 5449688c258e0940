import { eventNormaliser, newsNormaliser } from "../../server/source/normalisers.ts";
import { readItem, readList } from "../../server/source/read-rows.ts";

type Options = { baseUrl: string };

export const normaliseNewsList = (json: unknown, options: Options) =>
  readList(json, { ...newsNormaliser, ...options });

export const normaliseEventList = (json: unknown, options: Options) =>
  readList(json, { ...eventNormaliser, ...options });

export const normaliseNewsResponse = (json: unknown, options: Options) =>
  readItem(json, { ...newsNormaliser, ...options });

export const normaliseEventResponse = (json: unknown, options: Options) =>
  readItem(json, { ...eventNormaliser, ...options });
