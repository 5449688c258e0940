import type { Asker } from "../../shared/contract/api-data.ts";
import type { EventItem } from "../../shared/model/event-item.ts";
import type { CopyShapes } from "./copy-shapes.ts";
import { type Copy, createReadThrough, type Keeping, type SourceCall } from "./read-through.ts";

/** The events half of the source, as the service needs it. */
export interface EventsSource {
  eventList(call: SourceCall): Promise<EventItem[]>;
  eventBySlug(slug: string, call: SourceCall): Promise<EventItem | null>;
  eventById(id: string, call: SourceCall): Promise<EventItem | null>;
}

export interface EventsService {
  list(asker: Asker): Promise<Copy<EventItem[]>>;
  /** Null when the source says there is no such event. */
  bySlug(slug: string, asker: Asker): Promise<Copy<EventItem | null>>;
  byId(id: string, asker: Asker): Promise<Copy<EventItem | null>>;
  /** After a write: what is kept is asked for again before it is served. */
  doubt(): void;
}

/** Events by the source's clock and order. Rejects with the source's fault. */
export function createEventsService(
  deps: Keeping & { source: EventsSource; shapes: CopyShapes },
): EventsService {
  const { source, shapes, ...keeping } = deps;
  const tagged = { tag: "events", ...keeping } as const;
  const lists = createReadThrough({ kind: "events", shape: shapes.eventItem.array(), ...tagged });
  const items = createReadThrough<EventItem | null>({
    kind: "event-item",
    shape: shapes.eventItem,
    ...tagged,
  });
  return {
    list: (asker) => lists.read("events", asker, (call) => source.eventList(call)),
    bySlug: (slug, asker) =>
      items.read(`slug:${slug}`, asker, (call) => source.eventBySlug(slug, call)),
    byId: (id, asker) => items.read(`id:${id}`, asker, (call) => source.eventById(id, call)),
    doubt: () => {
      lists.doubt();
      items.doubt();
    },
  };
}
