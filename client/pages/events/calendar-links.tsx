import * as words from "../../../content/words/en/event.json";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import { OutsideLink } from "../../components/links/link.tsx";
import { useRequest } from "../../data/request-context.ts";
import { siteHref } from "../../format/hrefs.ts";

/** Returns "20260718T060000Z", or "20260718" for a whole day. */
const stampOf = (ms: number, isDay: boolean): string =>
  new Date(ms)
    .toISOString()
    .slice(0, isDay ? 10 : 19)
    .replaceAll(/[-:]/g, "") + (isDay ? "" : "Z");

/** Returns the start and the end in milliseconds. An event without an end takes an hour, or the day. */
function spanOf({ startsAt, startPrecision, endsAt }: EventItem): [from: number, to: number] {
  const from = Date.parse(startsAt ?? "");
  if (startPrecision === "day") return [from, Date.parse(endsAt ?? startsAt ?? "") + DAY_MS];
  return [from, endsAt === null ? from + HOUR_MS : Date.parse(endsAt)];
}

/** Returns the addresses at which two calendars add an event. */
function calendarHrefs(event: EventItem, url: string): { google: string; outlook: string } {
  const isDay = event.startPrecision === "day";
  const [from, to] = spanOf(event);
  const place = event.attendanceMode === "online" ? "" : (event.location ?? "");
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${stampOf(from, isDay)}/${stampOf(to, isDay)}`,
    location: place,
    details: url,
  });
  const outlook = new URLSearchParams({
    rru: "addevent",
    subject: event.title,
    startdt: new Date(from).toISOString(),
    enddt: new Date(to).toISOString(),
    allday: String(isDay),
    location: place,
    body: url,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/action/compose?${outlook}`,
  };
}

/** Renders links that add the event to a calendar on the web, beside the file for all other calendars. */
export function CalendarLinks({ event }: { event: EventItem }) {
  const url = useRequest().origin + siteHref(paths.event(event.slug));
  const { google, outlook } = calendarHrefs(event, url);
  return (
    <ul className="links small screen" role="list">
      <li>
        <OutsideLink href={google}>{words.googleCalendar}</OutsideLink>
      </li>
      <li>
        <OutsideLink href={outlook}>{words.outlookCalendar}</OutsideLink>
      </li>
    </ul>
  );
}
