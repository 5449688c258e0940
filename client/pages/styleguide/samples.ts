import type { EventCard } from "../../../shared/model/event-item.schema.ts";
import type { NewsCard } from "../../../shared/model/news-item.schema.ts";
import type { SafeHtml } from "../../../shared/model/safe-html.ts";

const news: NewsCard = {
  id: "plain",
  slug: "sample",
  language: "en",
  title: "A card with everything",
  excerpt: "Two or three sentences that say what happened, to whom, and what comes next.",
  image: null,
  categories: ["Water"],
  publishedAt: "2026-03-12T00:00:00+03:00",
  publishedPrecision: "day",
};

export const sampleNews: readonly NewsCard[] = [
  news,
  {
    ...news,
    id: "bare",
    title: "Only a title",
    excerpt: null,
    categories: [],
    publishedAt: null,
    publishedPrecision: "unknown",
  },
  {
    ...news,
    id: "long",
    title: "A title that goes on for so long that nobody would have thought of it, over four lines",
    categories: ["Youth", "Livelihoods", "Education"],
    publishedAt: null,
    publishedPrecision: "invalid",
  },
];

const event: EventCard = {
  id: "plain",
  slug: "sample",
  language: "en",
  title: "An event with everything",
  excerpt: "What is to be seen, and who may come.",
  status: "scheduled",
  attendanceMode: null,
  image: null,
  startsAt: "2026-08-01T06:00:00Z",
  startPrecision: "time",
  endsAt: "2026-08-01T12:00:00Z",
  endPrecision: "time",
  location: "Bunju B, Dar es Salaam",
  ticketPrice: { text: "Free", amount: 0, currency: null, isFree: true },
};

export const sampleEvents: readonly EventCard[] = [
  event,
  { ...event, id: "cancelled", title: "One that is cancelled", status: "cancelled" },
  { ...event, id: "online", title: "One that has moved online", status: "movedOnline" },
  {
    ...event,
    id: "bare",
    title: "One without a date",
    startsAt: null,
    startPrecision: "unknown",
    endsAt: null,
    location: null,
    ticketPrice: null,
  },
];

/** What a text may contain: server/upstream/html/sanitise-html.ts. */
export const sampleHtml =
  `<p>A paragraph with <strong>strong</strong> and <em>emphasised</em> words and <a href="/styleguide">a link</a>.</p>
<h2>A heading</h2><p>Before a list:</p><ul><li>one</li><li>two</li></ul><ol><li>first</li><li>second</li></ol>
<h3>A smaller heading</h3><blockquote><p>What somebody said.</p></blockquote>
<table><thead><tr><th>Item</th><th>TZS</th></tr></thead><tbody><tr><td>Pump</td><td>1,200,000</td></tr></tbody></table>` as SafeHtml;
