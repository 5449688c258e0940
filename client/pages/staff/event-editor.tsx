import { type RefObject, useRef, useState } from "react";
import * as statusWords from "../../../content/words/en/event-status.json";
import * as words from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { eventWhen } from "../../components/cards/item-cards.tsx";
import dialogs from "../../components/feedback/dialog.module.css";
import { openDialog } from "../../components/feedback/open-dialog.ts";
import button from "../../components/links/button.module.css";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { EventForm } from "./event-form.tsx";
import styles from "./staff.module.css";
import { useEventEditor } from "./use-event-editor.ts";

const plainButton = `${button.button} ${button.plain}`;

/** Receives focus after the token was accepted, and after a form was closed. */
const focusOn = (heading: HTMLElement | null) => heading?.focus();

/** The list of events, or the form of the one that is open. */
export function EventEditor({ token }: { token: string }) {
  const editor = useEventEditor(token);
  const dialog = useRef<HTMLDialogElement>(null);
  const [eventToDelete, setEventToDelete] = useState<EventItem | null>(null);
  const { events, opened } = editor;
  const item = opened === null || opened === "new" ? null : opened.item;

  if (opened !== null) {
    return (
      <EventForm
        key={item?.id ?? "new"}
        item={item}
        onSave={editor.save}
        onPreview={editor.preview}
        onClose={editor.close}
      />
    );
  }
  return (
    <>
      <div className={`${styles.bar} cluster spread`}>
        <h2 ref={focusOn} tabIndex={-1}>
          {words.allEvents}
        </h2>
        <button type="button" className={`${button.button} ${button.main}`} onClick={editor.begin}>
          {words.newEvent}
        </button>
      </div>
      {events === null ? (
        <p>{words.loading}</p>
      ) : (
        <EventList
          events={events}
          onEdit={(event) => void editor.open(event.id)}
          onDelete={(event) => {
            setEventToDelete(event);
            openDialog(dialog.current);
          }}
        />
      )}
      <DeleteDialog
        ref={dialog}
        title={eventToDelete?.title}
        onConfirm={() => eventToDelete && void editor.remove(eventToDelete.id)}
      />
    </>
  );
}

interface ListProps {
  events: readonly EventItem[];
  onEdit: (event: EventItem) => void;
  onDelete: (event: EventItem) => void;
}

function EventList({ events, onEdit, onDelete }: ListProps) {
  return (
    <ul className={styles.list} role="list">
      {events.map((event) => (
        <li key={event.id} className="line cluster">
          <div className={styles.thumbnail}>
            <ItemPicture picture={event.image} id={event.id} words={[event.title]} isDecoration />
          </div>
          <div className={styles.name}>
            <a className="touch" href={siteHref(paths.event(event.slug))}>
              {event.title}
            </a>
            <p className="muted small">
              {eventWhen(event) +
                (event.status === "scheduled" ? "" : `, ${statusWords.statuses[event.status]}`)}
            </p>
          </div>
          <div className="cluster">
            <button type="button" className={plainButton} onClick={() => onEdit(event)}>
              {words.edit}
              <span className="visually-hidden">{` ${event.title}`}</span>
            </button>
            <button type="button" className={plainButton} onClick={() => onDelete(event)}>
              {words.remove}
              <span className="visually-hidden">{` ${event.title}`}</span>
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  title: string | undefined;
  onConfirm: () => void;
}

function DeleteDialog({ ref, title, onConfirm }: DialogProps) {
  return (
    <dialog
      ref={ref}
      className={`${dialogs.dialog} stack`}
      aria-labelledby="delete-title"
      onClose={({ currentTarget }) => currentTarget.returnValue === "yes" && onConfirm()}
    >
      <h2 id="delete-title">{fill(words.deleteTitle, { title: title ?? "" })}</h2>
      <p>{words.deleteText}</p>
      <form method="dialog" className="cluster">
        <button type="submit" value="yes" className={`${button.button} ${button.main}`}>
          {words.deleteEvent}
        </button>
        <button type="submit" className={plainButton}>
          {words.keepEvent}
        </button>
      </form>
    </dialog>
  );
}
