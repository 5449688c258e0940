import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { EventTiming } from "../../../shared/model/event-timing.ts";
import { paths } from "../../../shared/paths.ts";
import button from "../../components/links/button.module.css";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { Link } from "../../components/links/link.tsx";
import styles from "./register.module.css";

interface Props {
  event: Pick<EventItem, "slug" | "registrationUrl" | "status" | "startsAt">;
  timing: EventTiming;
}

/**
 * Spec section 2: Register for Event opens a new tab. An event that is over or cancelled says so
 * in its place, and leads to the others.
 */
export function Register({ event, timing }: Props) {
  const isCancelled = event.status === "cancelled";
  if (timing === "past" || isCancelled)
    return (
      <p className={styles.over} role={isCancelled ? "alert" : undefined}>
        <strong>{isCancelled ? "This event is cancelled." : "This event has ended."}</strong>{" "}
        <Link to={paths.newsFeed({ type: "events" })}>See upcoming events</Link>
      </p>
    );
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
