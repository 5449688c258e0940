import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EventItem } from "../../../shared/model/event-item.ts";
import { notify } from "../../components/notices.ts";
import {
  type EventForm,
  type EventVersion,
  eventWrites,
  makeEventKey,
  readAllEvents,
  readEventVersion,
  type WriteAnswer,
} from "../../data/event-writes.ts";
import type { FieldErrors } from "./event-form.tsx";

/** Spec section 8, word for word. */
const WORDS = {
  create: { done: "Event created successfully", failed: "Failed to create event" },
  update: { done: "Event updated successfully", failed: "Failed to update event" },
  remove: { done: "Event deleted successfully", failed: "Failed to delete event" },
} as const;

/** The events and what staff do with them; after each change the list is read anew (spec section 4). */
export function useEventDesk(token: string) {
  const writes = useMemo(() => eventWrites(token), [token]);
  /** Null while the first list is on its way. */
  const [events, setEvents] = useState<readonly EventItem[] | null>(null);
  const [opened, setOpened] = useState<EventVersion | "new" | null>(null);

  /** One for each form of a new event, however often it is sent: an answer may be lost on the way. */
  const newKey = useRef("");

  const refresh = useCallback(async () => {
    const answer = await readAllEvents();
    if (answer.kind === "ok") setEvents(answer.value);
    else notify("error", `Error loading events: ${answer.message}`);
  }, []);
  useEffect(() => void refresh(), [refresh]);

  /** Says how a change went; answers what is wrong with the fields, null when it was done. */
  async function settle(what: keyof typeof WORDS, answer: WriteAnswer<null>): Promise<FieldErrors> {
    if (answer.kind === "failed") {
      notify("error", `${WORDS[what].failed}: ${answer.message}`);
      return answer.errors;
    }
    setOpened(null);
    await refresh();
    notify("success", WORDS[what].done);
    return null;
  }

  async function open(id: string): Promise<void> {
    const answer = await readEventVersion(id);
    if (answer.kind === "ok") setOpened(answer.value);
    else notify("error", `Error loading event: ${answer.message}`);
  }

  async function remove(id: string): Promise<void> {
    const read = await readEventVersion(id);
    const answer = read.kind === "ok" ? await writes.remove(read.value) : read;
    await settle("remove", answer);
  }

  async function save(form: EventForm): Promise<FieldErrors> {
    return opened === null || opened === "new"
      ? settle("create", await writes.create(form, newKey.current))
      : settle("update", await writes.update(form, opened));
  }

  async function preview(
    form: EventForm,
  ): Promise<{ errors: FieldErrors; item: EventItem | null }> {
    const answer = await writes.preview(form);
    if (answer.kind === "ok") return { errors: null, item: answer.value };
    notify("error", answer.message);
    return { errors: answer.errors, item: null };
  }

  return {
    events,
    opened,
    open,
    remove,
    save,
    preview,
    begin: () => {
      newKey.current = makeEventKey();
      setOpened("new");
    },
    close: () => setOpened(null),
  };
}
