import type { EventItem } from "../../../shared/model/event-item.ts";
import type { EventTiming } from "../../../shared/model/event-timing.ts";
import { ButtonLink } from "../../components/button-link.tsx";

interface Props {
  event: Pick<EventItem, "registrationUrl" | "status">;
  timing: EventTiming;
}

/** Spec section 2: Register for Event opens a new tab. Gone when the event is over or cancelled. */
export function Register({ event, timing }: Props) {
  if (event.registrationUrl === null || timing === "past" || event.status === "cancelled")
    return null;
  return (
    <p>
      <ButtonLink href={event.registrationUrl} look="gold">
        Register for Event
      </ButtonLink>
    </p>
  );
}
