import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { EventTiming } from "../../../shared/model/event-timing.ts";
import { paths } from "../../../shared/paths.ts";
import button from "../../components/links/button.module.css";
import { ButtonLink } from "../../components/links/button-link.tsx";
import styles from "./register.module.css";

interface Props {
  event: Pick<EventItem, "slug" | "registrationUrl" | "status" | "startsAt">;
  timing: EventTiming;
}

/**
 * Spec section 2: Register for Event opens a new tab. Not shown when the event is over or
 * cancelled; nor is the calendar link.
 */
export function Register({ event, timing }: Props) {
  if (timing === "past" || event.status === "cancelled") return null;
  if (event.registrationUrl === null && event.startsAt === null) return null;
  return (
    <p className={styles.ways}>
      {event.registrationUrl !== null && (
        <ButtonLink href={event.registrationUrl} variant="gold">
          Register for Event
        </ButtonLink>
      )}{" "}
      {event.startsAt !== null && (
        <a className={`${button.button} ${button.plain}`} href={paths.eventCalendar(event.slug)}>
          Add to calendar
        </a>
      )}
    </p>
  );
}
