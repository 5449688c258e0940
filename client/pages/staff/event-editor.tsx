import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as statusWords from "../../../content/words/en/event-status.json";
import * as words from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { Button, Confirm, openDialog } from "../../components/feedback/buttons.tsx";
import { notify } from "../../components/feedback/notifications.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import {
  type EventVersion,
  eventWrites,
  type EventForm as Form,
  readAllEvents,
  readEventVersion,
  type WriteResult,
} from "../../data/event-writes.ts";
import { idempotencyKeys } from "../../data/fetch-json.ts";
import { eventWhen } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import { EventForm, type FieldErrors } from "./event-form.tsx";
import styles from "./staff.module.css";

/** Spec section 8. */
const MESSAGES = {
  create: { done: words.results.create, failed: words.results.createFailed },
  update: { done: words.results.update, failed: words.results.updateFailed },
  remove: { done: words.results.remove, failed: words.results.removeFailed },
} as const;

/** Null until the first list is loaded. */
function useEventList() {
  const [events, setEvents] = useState<readonly EventItem[] | null>(null);
  const refresh = useCallback(async () => {
    const result = await readAllEvents();
    if (result.kind === "ok") setEvents(result.value);
    else notify("error", fill(words.listFailed, { message: result.message }));
  }, []);
  useEffect(() => void refresh(), [refresh]);
  return { events, refresh };
}

/** The events and the actions of staff. Each change loads the list again (spec section 4). */
function useEventEditor(token: string) {
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

  return {
    events,
    opened,
    async open(id: string) {
      const result = await readEventVersion(id);
      if (result.kind === "ok") setOpened(result.value);
      else notify("error", fill(words.eventFailed, { message: result.message }));
    },
    async remove(id: string) {
      const read = await readEventVersion(id);
      await report("remove", read.kind === "ok" ? await writes.remove(read.value) : read);
    },
    async save(form: Form) {
      return opened === null || opened === "new"
        ? report("create", await writes.create(form, keys.current(form)))
        : report("update", await writes.update(form, opened));
    },
    async preview(form: Form) {
      const result = await writes.preview(form);
      if (result.kind === "ok") return { errors: null, item: result.value };
      notify("error", result.message);
      return { errors: result.errors, item: null };
    },
    begin() {
      keys.current = idempotencyKeys();
      setOpened("new");
    },
    close: () => setOpened(null),
  };
}

/** Receives focus after the token was accepted, and after a form was closed. */
const focusOn = (heading: HTMLElement | null) => heading?.focus();

/** The list of events, or the form of the one that is open. */
export function EventEditor({ token }: { token: string }) {
  const { events, opened, ...actions } = useEventEditor(token);
  const dialog = useRef<HTMLDialogElement>(null);
  const [toDelete, setToDelete] = useState<EventItem | null>(null);
  const item = opened === null || opened === "new" ? null : opened.item;
  if (opened !== null) {
    return (
      <EventForm
        key={item?.id ?? "new"}
        item={item}
        onSave={actions.save}
        onPreview={actions.preview}
        onClose={actions.close}
      />
    );
  }
  return (
    <>
      <div className={`${styles.bar} cluster spread`}>
        <h2 ref={focusOn} tabIndex={-1}>
          {words.allEvents}
        </h2>
        <Button variant="main" onClick={actions.begin}>
          {words.newEvent}
        </Button>
      </div>
      {events === null ? (
        <p>{words.loading}</p>
      ) : (
        <ul className={styles.list} role="list">
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              onEdit={() => void actions.open(event.id)}
              onDelete={() => {
                setToDelete(event);
                openDialog(dialog.current);
              }}
            />
          ))}
        </ul>
      )}
      <Confirm
        ref={dialog}
        words={{
          title: fill(words.deleteTitle, { title: toDelete?.title ?? "" }),
          text: words.deleteText,
          yes: words.deleteEvent,
          no: words.keepEvent,
        }}
        onConfirm={() => toDelete && void actions.remove(toDelete.id)}
      />
    </>
  );
}

interface RowProps {
  event: EventItem;
  onEdit: () => void;
  onDelete: () => void;
}

function EventRow({ event, onEdit, onDelete }: RowProps) {
  const { id, title, slug, image, status } = event;
  const suffix = status === "scheduled" ? "" : `, ${statusWords.statuses[status]}`;
  return (
    <li className="line cluster">
      <div className={styles.thumbnail}>
        <ItemPicture picture={image} id={id} words={[title]} isDecoration />
      </div>
      <div className={styles.name}>
        <a className="touch" href={siteHref(paths.event(slug))}>
          {title}
        </a>
        <p className="muted small">{eventWhen(event) + suffix}</p>
      </div>
      <div className="cluster">
        <Button onClick={onEdit}>
          {words.edit}
          <span className="visually-hidden">{` ${title}`}</span>
        </Button>
        <Button onClick={onDelete}>
          {words.remove}
          <span className="visually-hidden">{` ${title}`}</span>
        </Button>
      </div>
    </li>
  );
}
