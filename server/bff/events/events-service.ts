import type { EventItem } from "../../../shared/model/event-item.ts";
import type { RequestContext } from "../../contract/request-context.ts";
import type { CachedValueSchemas } from "../cache/cached-value-schemas.ts";
import {
  type Cached,
  type CacheRules,
  createReadThrough,
  type SourceCall,
} from "../cache/swr-cache.ts";

/** The events half of the source, as the service needs it. */
export interface EventsSource {
  eventList(call: SourceCall): Promise<EventItem[]>;
  eventBySlug(slug: string, call: SourceCall): Promise<EventItem | null>;
  eventById(id: string, call: SourceCall): Promise<EventItem | null>;
}

export interface EventsService {
  list(context: RequestContext): Promise<Cached<EventItem[]>>;
  /** Null when the source says there is no such event. */
  bySlug(slug: string, context: RequestContext): Promise<Cached<EventItem | null>>;
  byId(id: string, context: RequestContext): Promise<Cached<EventItem | null>>;
  /** After a write: what is kept is asked for again before it is served. */
  invalidate(): void;
}

/** Events by the source's clock and order. Rejects with the source's fault. */
export function createEventsService(
  deps: CacheRules & { source: EventsSource; shapes: CachedValueSchemas },
): EventsService {
  const { source, shapes, ...cacheRules } = deps;
  const tagged = { tag: "events", ...cacheRules } as const;
  const lists = createReadThrough({ kind: "events", shape: shapes.eventItem.array(), ...tagged });
  const items = createReadThrough<EventItem | null>({
    kind: "event-item",
    shape: shapes.eventItem,
    ...tagged,
  });
  return {
    list: (context) => lists.read("events", context, (call) => source.eventList(call)),
    bySlug: (slug, context) =>
      items.read(`slug:${slug}`, context, (call) => source.eventBySlug(slug, call)),
    byId: (id, context) => items.read(`id:${id}`, context, (call) => source.eventById(id, call)),
    invalidate: () => {
      lists.invalidate();
      items.invalidate();
    },
  };
}
