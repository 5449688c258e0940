import * as words from "../../../content/words/en/event.json";
import * as statusWords from "../../../content/words/en/event-status.json";
import { eventPlace } from "../../../shared/model/event-place.ts";
import { paths } from "../../../shared/paths.ts";
import { eventWhen } from "../../components/cards/event-card.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { HeadContext, PageHead } from "../../page.ts";
import { eventQuery } from "./event.queries.ts";
import { eventData } from "./event-data.ts";

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
  const crumbs = [{ text: words.section, href: paths.newsFeed({ type: "events" }) }];
  const said = event.status === "scheduled" ? [] : [statusWords.statuses[event.status]];
  const place = eventPlace(event, statusWords);
  // Read by search engines alone.
  const data = import.meta.env.SSR ? eventData(event) : null;
  return {
    title: event.title,
    description:
      event.excerpt ?? [...said, eventWhen(event), ...(place === null ? [] : [place])].join(", "),
    canonicalPath,
    picture: event.image?.url ?? null,
    alternates: [
      ...(event.startsAt === null
        ? []
        : [
            {
              type: "text/calendar",
              title: words.calendarFile,
              href: paths.eventCalendar(slug),
            },
          ]),
      { type: "application/json", title: words.asJson, href: query.key },
    ],
    jsonLd: [...(data === null ? [] : [data]), breadcrumbData(crumbs, event.title)],
  };
}
