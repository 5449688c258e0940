import { readItem, readList } from "../../server/source/content-api-client.ts";
import { eventNormaliser, newsNormaliser } from "../../server/source/normalisers.ts";

type Options = { baseUrl: string };

export const normaliseNewsList = (json: unknown, options: Options) =>
  readList(json, { ...newsNormaliser, ...options });

export const normaliseEventList = (json: unknown, options: Options) =>
  readList(json, { ...eventNormaliser, ...options });

export const normaliseNewsResponse = (json: unknown, options: Options) =>
  readItem(json, { ...newsNormaliser, ...options });

export const normaliseEventResponse = (json: unknown, options: Options) =>
  readItem(json, { ...eventNormaliser, ...options });
