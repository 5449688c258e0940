import type { EventItem } from "../../../shared/model/event-item.ts";
import type { CachedValueSchemas } from "../cache/cached-value-schemas.ts";
import type { SourceCall, SwrCacheDeps } from "../cache/swr-cache.ts";
import { createItemService, type ItemService } from "../items/item-service.ts";

export interface EventsSource {
  eventList(call: SourceCall): Promise<EventItem[]>;
  eventBySlug(slug: string, call: SourceCall): Promise<EventItem | null>;
  eventById(id: string, call: SourceCall): Promise<EventItem | null>;
}

export type EventsService = ItemService<EventItem>;

export function createEventsService({
  source,
  schemas,
  ...cache
}: SwrCacheDeps & { source: EventsSource; schemas: CachedValueSchemas }): EventsService {
  return createItemService({
    ...cache,
    tag: "events",
    schema: schemas.eventItem,
    source: { list: source.eventList, bySlug: source.eventBySlug, byId: source.eventById },
  });
}
