import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { SourceCall, SwrCacheDeps } from "../cache/swr-cache.ts";
import { ITEM_KINDS } from "../items/item-kinds.ts";
import { createItemService, type ItemService } from "../items/item-service.ts";

export interface EventsSource {
  eventList(call: SourceCall): Promise<EventItem[]>;
  eventBySlug(slug: string, call: SourceCall): Promise<EventItem | null>;
  eventById(id: string, call: SourceCall): Promise<EventItem | null>;
}

export type EventsService = ItemService<EventItem>;

export function createEventsService({
  source,
  ...cache
}: SwrCacheDeps & { source: EventsSource }): EventsService {
  return createItemService({
    ...cache,
    tag: "events",
    kinds: ITEM_KINDS.events,
    source: { list: source.eventList, bySlug: source.eventBySlug, byId: source.eventById },
  });
}
