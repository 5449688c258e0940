import { storedEventItem } from "../../../shared/model/event-item.schema.ts";
import { storedNewsItem } from "../../../shared/model/news-item.schema.ts";
import { cachedKinds } from "../cache/cached-kind.ts";

/** The kinds under which the items of a data tag are cached. */
export const ITEM_KINDS = {
  news: cachedKinds({ list: "news", item: "news-item" }, storedNewsItem),
  events: cachedKinds({ list: "events", item: "event-item" }, storedEventItem),
};
