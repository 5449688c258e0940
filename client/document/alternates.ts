import type { Alternate } from "../page.ts";

const feedsAt = (folder: string, what: string): readonly Alternate[] => [
  { type: "application/rss+xml", title: `${what} (RSS)`, href: `${folder}/feed.xml` },
  { type: "application/atom+xml", title: `${what} (Atom)`, href: `${folder}/atom.xml` },
  { type: "application/feed+json", title: `${what} (JSON Feed)`, href: `${folder}/feed.json` },
];

/** The news, for feed readers. */
export const newsFeeds = feedsAt("", "News");

/** The posts of the blog, for feed readers. */
export const blogFeeds = feedsAt("/blog", "Stories");

/** All events, for calendars to subscribe to. */
export const eventsCalendar: Alternate = {
  type: "text/calendar",
  title: "Events (calendar)",
  href: "/events.ics",
};
