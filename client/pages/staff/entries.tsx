import { preview as previewButton } from "../../../content/words/en/desk.json";
import * as newsWords from "../../../content/words/en/desk-news.json";
import { statuses } from "../../../content/words/en/event-status.json";
import * as eventWords from "../../../content/words/en/staff.json";
import type { DeskNewsState } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";
import { Link } from "../../components/links/link.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { inLanguage } from "../../format/text.ts";
import { moment, type View } from "./desk-page.tsx";
import { EntryPage } from "./entry-form.tsx";

const NEWS_FIELDS = [
  { name: "title" },
  { name: "text", rows: 20 },
  { name: "excerpt", rows: 3 },
  { name: "category", list: "categories" },
  { name: "language", options: { "": newsWords.choose, ...newsWords.languages } },
];
const AT = { name: "at", type: "datetime-local" };

/** The buttons by state; the first one is that of the Enter key. */
const BUTTONS = {
  draft: ["save", "preview", "publish", "plan"],
  planned: ["save", "preview", "publish", "plan", "unpublish"],
  published: ["save", "preview", "unpublish"],
} as const satisfies Record<DeskNewsState, readonly string[]>;

const NewsPreview = ({ item }: { item: NewsItem }) => (
  <div className="stack" {...inLanguage(item.language)}>
    <h3 className="large">{item.title}</h3>
    {item.image && <ItemPicture picture={item.image} id="preview" words={[item.title]} />}
    {item.excerpt && <p>{item.excerpt}</p>}
    {item.body && <RichText html={item.body} language={item.language} />}
  </div>
);

export function NewsView({ page: { entry } }: View<"news">) {
  const { state, published, preview, categories } = entry;
  const isOut = state === "published";
  const buttons = { ...newsWords.buttons, preview: previewButton, save: newsWords.saves[state] };
  return (
    <EntryPage
      {...{ kind: "news", entry, alt: "alt" }}
      preview={preview && <NewsPreview item={preview} />}
      fields={isOut ? NEWS_FIELDS : [...NEWS_FIELDS, AT]}
      buttons={BUTTONS[state].map((button) => [button, buttons[button]])}
    >
      <p>
        {`${newsWords.stateNames[state]} ${published ? moment(published.at) : ""} `}
        {isOut && published && <Link to={paths.newsItem(published.slug)}>{newsWords.seen}</Link>}
      </p>
      <p className="muted small">{newsWords.help}</p>
      <datalist id="categories">
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
    </EntryPage>
  );
}

const EVENT_FIELDS = [
  { name: "title", "aria-required": true },
  { name: "status", options: statuses },
  { name: "startsAt.day", about: "startsAt", type: "date" },
  { name: "startsAt.time", type: "time" },
  { name: "endsAt.day", about: "endsAt", type: "date" },
  { name: "endsAt.time", type: "time" },
  { name: "location" },
  { name: "excerpt", rows: 2 },
  { name: "description", rows: 8 },
  { name: "venueDetails", rows: 3 },
  { name: "ticketPrice" },
  { name: "registrationUrl", type: "url" },
  { name: "contactInfo", rows: 3 },
  { name: "mapUrl", type: "url" },
];
/** Where the source is another system. */
const PICTURE = [{ name: "image.url", type: "url" }, { name: "image.alt" }];

/** Its card, and its cleaned text. */
const EventPreview = ({ event }: { event: EventItem }) => (
  <>
    <EventCard event={event} />
    {event.ticketPrice && <p>{fill(eventWords.price, { price: event.ticketPrice.text })}</p>}
    {[event.description, event.venueDetails, event.contactHtml].map(
      (html) => html && <RichText key={html} html={html} />,
    )}
  </>
);

export const EventView = ({ page: { entry } }: View<"event">) => (
  <EntryPage
    {...{ kind: "events", entry, alt: "image.alt" }}
    preview={entry.preview && <EventPreview event={entry.preview} />}
    fields={entry.takesFile ? EVENT_FIELDS : [...EVENT_FIELDS, ...PICTURE]}
    buttons={[
      ["save", entry.id === "new" ? eventWords.create : eventWords.save],
      ["preview", previewButton],
    ]}
  />
);
