import { feeds } from "../../content/words/en/document.json";
import type { Alternate } from "../page.ts";

const feedsAt = (folder: string, what: string): readonly Alternate[] => [
  { type: "application/rss+xml", title: `${what} (RSS)`, href: `${folder}/feed.xml` },
  { type: "application/atom+xml", title: `${what} (Atom)`, href: `${folder}/atom.xml` },
  { type: "application/feed+json", title: `${what} (JSON Feed)`, href: `${folder}/feed.json` },
];

const NEWS = feedsAt("", feeds.news);
const BLOG = feedsAt("/blog", feeds.stories);
const EVENTS: readonly Alternate[] = [
  { type: "text/calendar", title: feeds.calendar, href: "/events.ics" },
];

/** The feeds and calendars with the items of the page at this path. */
export function feedsFor(path: string): readonly Alternate[] {
  if (path === "/") return [...NEWS, ...BLOG, ...EVENTS];
  const [, section] = path.split(/[/?]/);
  if (section === "blog") return BLOG;
  if (section === "events") return EVENTS;
  return section === "news-events" ? [...NEWS, ...EVENTS] : [];
}
