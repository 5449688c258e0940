/** A version of `/bff`, as `/developers/changelog` and the OpenAPI document name it. */
export interface ApiVersion {
  version: string;
  /** A day, ISO 8601. */
  date: string;
  changes: readonly string[];
}

const released = (version: string, date: string, ...changes: string[]): ApiVersion => ({
  version,
  date,
  changes,
});

/** Every version, newest first. A released entry is never edited. */
export const API_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [
  released(
    "1.7.0",
    "2026-11-26",
    "Added: news have updatedAt, as events do: when our source changed them, else when we first saw this content. It is no longer null where our source does not tell.",
    "Added: when=now, for events under way. Without when, /bff/events has those that are not over: under way or to come. Each event is in exactly one of upcoming, now and past; one without a date is upcoming, it was in none.",
    "Added: language, q and updatedSince narrow /bff/news and /bff/events. meta.nextCursor is the cursor in links.next. fields= may be repeated.",
    "Added: /feed.xml, /atom.xml and /feed.json take category, /events.ics takes when. Anything else is 400.",
    "Changed: a news item in a list is without body, relatedNews and relatedEvents, an event without relatedEvents: most sources send them with the item alone, and the list said null or none.",
    "Changed: errors of a problem is a list of field and message everywhere, for events too.",
    "Changed: /bff/search has data as lists have, with total, page, pages, counts, suggestion and isPartial in meta and the pages around it in links.",
    "Changed: /bff/view/news and /bff/view/events were /bff/feed/news and /bff/feed/events, which are no feeds.",
    "Changed: ids of feeds and calendars are tag URIs that stay under any host and slug. Feeds have the whole text.",
    "Changed: the document describes each problem once, and 429 where posts are counted. fields is a list of names.",
  ),
  released(
    "1.6.0",
    "2026-11-25",
    "Added: status of events may also be postponed, rescheduled, movedOnline or soldOut, in what is read and what is sent. More words may come.",
    "Added: events have attendanceMode: offline, online or mixed; null where our source does not tell.",
    "Changed: an event from midnight to midnight has days as startsAt and endsAt, whatever times our source gives.",
    "Added: language names others than en and sw too, as a tag of BCP 47 such as ar or fr, and is told by the script where our source does not state it.",
  ),
  released(
    "1.5.0",
    "2026-11-22",
    "Added: news and events have language, en or sw: as our source states it, else as the words tell. It is null where that is not sure.",
    "Added: a form posted with Content-Language: sw is answered in Kiswahili.",
    "Added: /bff/search finds pages, projects, stories, announcements, answers, downloads, news and events by their words, or by the subject of another page.",
  ),
  released(
    "1.4.0",
    "2026-11-22",
    "Added: /bff/claims lists the figures of this site, each with what it counts, its source and its status.",
  ),
  released(
    "1.3.0",
    "2026-11-22",
    "Added: events have contactHtml, the text of contactInfo with e-mail addresses and telephone numbers as links.",
  ),
  released(
    "1.2.0",
    "2026-11-22",
    "Added: image has variants, each with url, width and type, bytes, and source, where the original is public over https. It has a placeholder, in feeds too. bytes and placeholder are null until the picture was fetched.",
    "Changed: image.url, and the pictures in body, description and venueDetails, are on this site. The original is in image.source.",
  ),
  released(
    "1.1.0",
    "2026-11-22",
    "Added: each item has url, the address of its page, and self, its address here. Both are absolute.",
    "Added: sort orders news and events. The default stays as it was.",
    "Added: problems have detail, as RFC 9457 names it. message stays, with the same text.",
    "Added: the document lists the problems that any operation may send, whole numbers as integer and times as date-time, and lets responses gain fields.",
    "Changed: one Idempotency-Key with another body is 422. A key of another form than 8 to 200 letters, digits or . _ : - is 400.",
    "Changed: forms and events refuse fields that they do not have with 422 and name them; they were dropped. form-token, sources and openapi.json refuse parameters.",
    "Changed: limit, page and past take digits alone. A cursor belongs to one list, and with another it is 400. Cursors from before this version are 400 too: start again without one.",
    "Changed: a new event is 201 only with the event in data. When our source took it and did not show it, that is 502.",
    "Removed: PUT and DELETE of /bff/events/{id}, which were never documented. Events are changed at /bff/events/id/{id}.",
  ),
  released("1.0.0", "2026-11-21", "The first version: news, events, feeds and forms."),
];
