import { z } from "zod";
import { eventItem } from "../../../shared/model/event-item.schema.ts";
import { responses } from "../../openapi/documented-responses.ts";
import { idempotencyKeyHeader } from "../../submissions/idempotency/idempotency-store.ts";
import { publicEvent } from "../bff/public-items.schema.ts";
import { idParams } from "../bff/queries.schema.ts";
import { eventDraft } from "./event-writes.schema.ts";

const ifMatch = z.object({
  "If-Match": z.string().meta({
    description:
      "The ETag of /bff/events/id/{id}: the version that the change is based on. An asterisk matches any.",
  }),
});
const written = z
  .object({
    data: publicEvent.meta({ description: "The event as visitors see it." }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: "WrittenEvent" });
const preview = eventItem.meta({
  id: "EventPreview",
  description: "An event that is nowhere yet, so without url and self.",
});
const previewed = z.object({ data: preview.nullable(), links: z.object({}) });

const GUARD = [400, 401, 403, 404];
const BODY = [413, 415, 422];
const SOURCE = [429, 502, 503];
const common = { tags: ["Events"], security: [{ staffToken: [] }] };

/** Parameters and responses of each change, as it is documented. */
export const eventOperations = {
  preview: {
    ...common,
    operationId: "previewEvent",
    summary: "Preview an event as visitors would see it",
    description: "Nothing is changed.",
    body: eventDraft,
    response: responses({ 200: { schema: previewed, description: "As it would be." } }, [
      ...GUARD,
      ...BODY,
      429,
    ]),
  },
  create: {
    ...common,
    operationId: "createEvent",
    summary: "Create an event",
    description: "Pages that show it are rendered again at once.",
    headers: idempotencyKeyHeader("Without one, each request makes an event."),
    body: eventDraft,
    response: responses({ 201: { schema: written, description: "Created." } }, [
      ...GUARD,
      409,
      ...BODY,
      ...SOURCE,
    ]),
  },
  update: {
    ...common,
    operationId: "updateEvent",
    summary: "Change an event",
    description: "The whole event is sent. Needs the version that it is based on.",
    params: idParams,
    headers: ifMatch,
    body: eventDraft,
    response: responses({ 200: { schema: written, description: "Changed." } }, [
      ...GUARD,
      ...[412, ...BODY, 428],
      ...SOURCE,
    ]),
  },
  remove: {
    ...common,
    operationId: "deleteEvent",
    summary: "Delete an event",
    description: "Needs the version that was last read.",
    params: idParams,
    headers: ifMatch,
    response: responses({ 204: { schema: null, description: "Gone." } }, [
      ...GUARD,
      ...[412, 428],
      ...SOURCE,
    ]),
  },
};
