import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { PageQuery } from "../../data/page-query.ts";
import { apiPaths } from "../../data/site-data.ts";

export function eventQuery(slug: string): PageQuery<EventItem> {
  return {
    key: apiPaths.event(slug),
    tags: ["events"],
    run: (siteData) => siteData.event(slug),
    role: "page",
    unread: ["variants"],
  };
}
