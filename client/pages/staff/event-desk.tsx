import { useRef, useState } from "react";
import type { EventItem } from "../../../shared/model/event-item.ts";
import { paths } from "../../../shared/paths.ts";
import button from "../../components/button.module.css";
import { eventWhen } from "../../components/event-card.tsx";
import { EventForm } from "./event-form.tsx";
import styles from "./staff.module.css";
import { useEventDesk } from "./use-event-desk.ts";

/** Where the keyboard goes on when the token was taken, or a form was closed. */
const focusOn = (heading: HTMLElement | null) => heading?.focus();

/** The list of events, and the form of the one that is open. */
export function EventDesk({ token }: { token: string }) {
  const desk = useEventDesk(token);
  const dialog = useRef<HTMLDialogElement>(null);
  const [doomed, setDoomed] = useState<EventItem | null>(null);
  const { events, opened } = desk;
  const item = opened === null || opened === "new" ? null : opened.item;

  if (opened !== null) {
    return (
      <EventForm
        key={item?.id ?? "new"}
        item={item}
        onSave={desk.save}
        onPreview={desk.preview}
        onClose={desk.close}
      />
    );
  }
  return (
    <>
      <div className={styles.bar}>
        <h2 ref={focusOn} tabIndex={-1}>
          All events
        </h2>
        <button type="button" className={`${button.button} ${button.main}`} onClick={desk.begin}>
          New event
        </button>
      </div>
      {events === null ? (
        <p>Loading events...</p>
      ) : (
        <ul className={styles.list} role="list">
          {events.map((event) => (
            <li key={event.id}>
              <div>
                <a href={paths.event(event.slug)}>{event.title}</a>
                <p className={styles.hint}>
                  {eventWhen(event)}
                  {event.status === "cancelled" && ", cancelled"}
                </p>
              </div>
              <div className={styles.actions}>
                <button
                  type="button"
                  className={`${button.button} ${button.plain}`}
                  onClick={() => void desk.open(event.id)}
                >
                  Edit<span className="visually-hidden"> {event.title}</span>
                </button>
                <button
                  type="button"
                  className={`${button.button} ${button.plain}`}
                  onClick={() => {
                    setDoomed(event);
                    if (!dialog.current) return;
                    // Escape keeps the answer given before, which was to another question.
                    dialog.current.returnValue = "";
                    dialog.current.showModal();
                  }}
                >
                  Delete<span className="visually-hidden"> {event.title}</span>
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby="delete-title"
        onClose={({ currentTarget }) => {
          if (doomed && currentTarget.returnValue === "yes") void desk.remove(doomed.id);
        }}
      >
        <h2 id="delete-title">Delete “{doomed?.title}”?</h2>
        <p>It disappears from the site at once. This cannot be undone.</p>
        <form method="dialog" className={styles.actions}>
          <button type="submit" value="yes" className={`${button.button} ${button.main}`}>
            Delete event
          </button>
          <button type="submit" className={`${button.button} ${button.plain}`}>
            Keep event
          </button>
        </form>
      </dialog>
    </>
  );
}
