import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { eventFailed, listFailed, results } from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { notify } from "../../components/feedback/notifications.tsx";
import {
  type EventForm,
  type EventVersion,
  eventWrites,
  readAllEvents,
  readEventVersion,
  type WriteResult,
} from "../../data/event-writes.ts";
import { idempotencyKeys } from "../../data/fetch-json.ts";
import type { FieldErrors } from "./event-form.tsx";

/** Spec section 8. */
const MESSAGES = {
  create: { done: results.create, failed: results.createFailed },
  update: { done: results.update, failed: results.updateFailed },
  remove: { done: results.remove, failed: results.removeFailed },
} as const;

function useEventList() {
  /** Null until the first list is loaded. */
  const [events, setEvents] = useState<readonly EventItem[] | null>(null);
  const refresh = useCallback(async () => {
    const result = await readAllEvents();
    if (result.kind === "ok") setEvents(result.value);
    else notify("error", fill(listFailed, { message: result.message }));
  }, []);
  useEffect(() => void refresh(), [refresh]);
  return { events, refresh };
}

/** The previewed event and the errors of its fields. */
async function previewOf(previewed: Promise<WriteResult<EventItem | null>>) {
  const result = await previewed;
  if (result.kind === "ok") return { errors: null, item: result.value };
  notify("error", result.message);
  return { errors: result.errors, item: null };
}

/** The events and the actions of staff. Each change loads the list again (spec section 4). */
export function useEventEditor(token: string) {
  const writes = useMemo(() => eventWrites(token), [token]);
  const { events, refresh } = useEventList();
  const [opened, setOpened] = useState<EventVersion | "new" | null>(null);

  const keys = useRef(idempotencyKeys());

  /** Notifies of the result of a change; returns the errors of its fields. */
  async function report(
    action: keyof typeof MESSAGES,
    result: WriteResult<null>,
  ): Promise<FieldErrors> {
    if (result.kind === "failed") {
      notify("error", `${MESSAGES[action].failed}: ${result.message}`);
      return result.errors;
    }
    setOpened(null);
    await refresh();
    notify("success", MESSAGES[action].done);
    return null;
  }

  async function open(id: string): Promise<void> {
    const result = await readEventVersion(id);
    if (result.kind === "ok") setOpened(result.value);
    else notify("error", fill(eventFailed, { message: result.message }));
  }

  async function remove(id: string): Promise<void> {
    const read = await readEventVersion(id);
    const result = read.kind === "ok" ? await writes.remove(read.value) : read;
    await report("remove", result);
  }

  async function save(form: EventForm): Promise<FieldErrors> {
    return opened === null || opened === "new"
      ? report("create", await writes.create(form, keys.current(form)))
      : report("update", await writes.update(form, opened));
  }

  return {
    events,
    opened,
    open,
    remove,
    save,
    preview: (form: EventForm) => previewOf(writes.preview(form)),
    begin: () => {
      keys.current = idempotencyKeys();
      setOpened("new");
    },
    close: () => setOpened(null),
  };
}
