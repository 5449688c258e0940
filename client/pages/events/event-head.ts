import * as words from "../../../content/words/en/event.json";
import { alsoOnline, online, statuses } from "../../../content/words/en/event-status.json";
import { eventPlace } from "../../../shared/model/event.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { eventWhen } from "../../components/cards/item-cards.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { HeadContext, PageHead } from "../../page.ts";
import { eventQuery } from "./event.queries.ts";
import { eventData } from "./event-data.ts";

export const CRUMBS = [{ text: words.section, href: paths.newsFeed({ type: "events" }) }];

/** The head of an event page and its structured data (spec section 9). */
export function eventHead({ params, peek }: HeadContext): PageHead {
  const slug = params.slug ?? "";
  const canonicalPath = paths.event(slug);
  const query = eventQuery(slug);
  const outcome = peek(query);
  if (outcome?.kind !== "ok") {
    const title = outcome?.kind === "not-found" ? words.notFound : words.title;
    return { title, description: "", canonicalPath, noindex: outcome !== null };
  }
  const event = outcome.data;
  const said = event.status === "scheduled" ? [] : [statuses[event.status]];
  const place = eventPlace(event, { alsoOnline, online });
  return {
    title: event.title,
    description:
      event.excerpt ?? [...said, eventWhen(event), ...(place === null ? [] : [place])].join(", "),
    canonicalPath,
    picture: event.image?.url ?? null,
    ...(import.meta.env.SSR && forReaders(event)),
  };
}

/** What search engines and calendars read, of the server's page alone. */
function forReaders(event: EventItem): Pick<PageHead, "alternates" | "jsonLd"> {
  const { slug, title, startsAt } = event;
  const data = eventData(event);
  const calendar = { type: "text/calendar", title: words.calendarFile };
  return {
    alternates: [
      ...(startsAt === null ? [] : [{ ...calendar, href: paths.eventCalendar(slug) }]),
      { type: "application/json", title: words.asJson, href: eventQuery(slug).key },
    ],
    jsonLd: [...(data === null ? [] : [data]), breadcrumbData(CRUMBS, title)],
  };
}
