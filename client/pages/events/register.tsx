import * as words from "../../../content/words/en/event.json";
import type { EventTiming } from "../../../shared/model/event.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import button from "../../components/links/button.module.css";
import { ButtonLink, Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
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
  const { status, startsAt } = event;
  const isCancelled = status === "cancelled";
  const isOver = timing === "past" || isCancelled;
  const tookPlace = timing === "past" && !isCancelled && status !== "postponed";
  const note = tookPlace || status === "scheduled" ? isOver && words.hasEnded : words.notes[status];
  const registrationUrl = isOver || status === "soldOut" ? null : event.registrationUrl;
  return (
    <>
      {note && (
        <p className={`${styles.over} note links`} role={isCancelled ? "alert" : undefined}>
          <strong>{`${note} `}</strong>
          {isOver && <Link to={paths.newsFeed({ type: "events" })}>{words.seeUpcoming}</Link>}
        </p>
      )}
      {!isOver && (registrationUrl !== null || startsAt !== null) && (
        <p className="cluster screen">
          {registrationUrl !== null && (
            <ButtonLink href={registrationUrl} variant="gold">
              {words.register}
            </ButtonLink>
          )}
          {startsAt !== null && (
            <a
              className={`${button.button} ${button.plain}`}
              href={siteHref(paths.eventCalendar(event.slug))}
            >
              {` ${words.addToCalendar}`}
            </a>
          )}
        </p>
      )}
    </>
  );
}
