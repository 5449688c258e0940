import { apiPaths } from "../../../shared/contract/api-paths.ts";
import type { EventItem } from "../../../shared/model/event-item.ts";
import type { PageQuery } from "../../data/page-query.ts";

export function eventQuery(slug: string): PageQuery<EventItem> {
  return { key: apiPaths.event(slug), ask: (siteData) => siteData.event(slug), role: "page" };
}
