import type { ComponentProps, ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as newsWords from "../../../content/words/en/desk-news.json";
import * as writingWords from "../../../content/words/en/desk-writing.json";
import { statuses } from "../../../content/words/en/event-status.json";
import * as eventWords from "../../../content/words/en/staff.json";
import type { DeskEntry } from "../../../shared/contract/desk.ts";
import type { DeskNewsState } from "../../../shared/contract/desk-entries.ts";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";
import { RequestId } from "../../components/feedback/request-id.tsx";
import form from "../../components/forms/form.module.css";
import { ErrorSummary, FocusedBox } from "../../components/forms/form-shell.tsx";
import { Button } from "../../components/links/button.tsx";
import { ItemPicture } from "../../components/media/item-picture.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { useRequest } from "../../data/request-context.ts";
import { inLanguage } from "../../format/text.ts";
import {
  ActionForm,
  actionLine,
  EntryFields,
  errorOf,
  type FieldProps,
  FormField,
  moment,
  Panel,
  RecordPage,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { FirstTime, OwnFields, OwnLinks, PublishTime } from "./entry-own.tsx";
import "./markdown-tools.css";

/** Renders the current picture, and a field to replace it. A file that was sent stays with the form by its name. */
const PictureFields = ({ entry, alt }: { entry: DeskEntry; alt: string }) => (
  <fieldset className="panel stack">
    <legend className="semibold">{words.picture}</legend>
    {(entry.picture !== null || entry.fields.noPicture) && (
      <div className={form.pair}>
        {entry.picture && (
          <ItemPicture picture={entry.picture} id="picture" topics={[]} isDecoration />
        )}
        <label className={form.box}>
          <input
            type="checkbox"
            name="noPicture"
            value="1"
            defaultChecked={Boolean(entry.fields.noPicture)}
          />
          {words.noPicture}
        </label>
      </div>
    )}
    {entry.fields.upload && <p>{words.pictureKept}</p>}
    {entry.fields.asked && (
      <label className={form.box}>
        <input type="checkbox" name="noFile" value="1" />
        {words.noFile}
      </label>
    )}
    <FormField
      name="picture"
      label={words.pictureFile}
      hint={words.pictureHint}
      given={entry}
      type="file"
      accept="image/jpeg,image/png,image/webp"
    />
    <FormField name={alt} label={words.pictureAlt} hint={words.altHint} given={entry} />
  </fieldset>
);

/** Explains why nothing was changed. */
function Problem({ entry, kind }: EntryProps) {
  const { requestId } = useRequest();
  if (entry.problem === null) {
    const fields = Object.keys(entry.errors);
    const errors = fields.map((field) => ({ field, message: errorOf(entry, field) ?? "" }));
    if (errors.length === 0) return null;
    return (
      <>
        <h2 className="large">{words.notSaved}</h2>
        <ErrorSummary form="field" errors={errors} />
      </>
    );
  }
  const { failed, name, reason, change } = entry.problem;
  const problem = wordOf({ ...words.problems, ...TEXTS[kind].problems }, name);
  const why = reason ? `${problem} ${fill(words.sourceSays, { text: reason })}` : problem;
  const isOut = name === "session";
  return (
    <FocusedBox kind="bad" role="alert">
      <h2 className="large">{name === "unavailable" ? words.notSure : words.notSaved}</h2>
      <p>{failed ? `${eventWords.failed[failed]}: ${why}` : why}</p>
      {change && <p>{fill(words.lastChange, { text: actionLine(change) })}</p>}
      {/* The link opens in a new tab, so that the typed text stays in this one. */}
      {(isOut || name === "conflict") && (
        <TouchLink to={isOut ? "/staff" : `/staff/${kind}/${entry.id}`} target="_blank">
          {isOut ? words.signInAgain : words.seeAsItIs}
        </TouchLink>
      )}
      {(name === "store" || name === "unavailable") && <RequestId id={requestId} />}
    </FocusedBox>
  );
}

const TEXTS = { news: newsWords, events: { problems: {}, ...eventWords } };

interface EntryProps {
  kind: keyof typeof TEXTS;
  entry: DeskEntry;
  /** The entry as visitors would see it, sanitised in the same way. */
  preview: ReactNode;
  fields: readonly Omit<FieldProps, "label">[];
  /** The name of the field with the alternative text of the picture. */
  alt: string;
  buttons: ComponentProps<typeof ActionForm>["buttons"];
  /** The fields that are rendered elsewhere than in the list of fields. */
  others?: readonly string[];
  /** Rendered below the fields, above the buttons. */
  after?: ReactNode;
  children?: ReactNode;
}

/** Renders the page of an event or of news: the form, with its problem, its preview and the question before a deletion. */
function EntryPage(props: EntryProps) {
  const { kind, entry, preview, fields, alt, buttons, others = [], after, children } = props;
  const { id, actions, takesFile } = entry;
  const { version, title = "" } = entry.fields;
  const { staff } = useDesk();
  const own = TEXTS[kind];
  const hints: Readonly<Record<string, string>> = own.hints;
  const { question: asked } = own;
  const isBinned = kind === "events" && entry.own !== null;
  const question = {
    ...asked,
    title: fill(asked.title, { title }),
    text: isBinned ? writingWords.bin.question : asked.text,
  };
  const labelled = fields.map(({ name, ...field }) => {
    return { name, label: wordOf(own.fields, name), hint: hints[name], ...field };
  });
  return (
    <RecordPage
      section={kind}
      id={id}
      actions={actions}
      version={version}
      title={id === "new" ? own.begin : fill(own.change, { title })}
      question={id === "new" ? null : question}
    >
      <Problem {...props} />
      {preview && (
        <Panel id="preview" title={words.preview}>
          <p className="muted small">{words.previewText}</p>
          {/* The links of an inert preview lead nowhere. */}
          <div inert className="stack">
            {preview}
          </div>
        </Panel>
      )}
      <OwnLinks kind={kind} entry={entry} />
      {/* Shown by client/entry-desk.ts. */}
      <div id="restored" role="status" hidden>
        <Banner kind="info">
          <p>{words.restored}</p>
          <p>
            <Button>{words.dropTyped}</Button>
          </p>
        </Banner>
      </div>
      <ActionForm
        data-owner={staff ?? ""}
        data-typed={entry.isTyped || undefined}
        data-keeps={(entry.own?.hasVersions && id !== "new") || undefined}
        action={`/staff/${kind}/${id}`}
        buttons={buttons}
        noValidate
        encType={takesFile ? "multipart/form-data" : undefined}
      >
        {children}
        <EntryFields
          fields={labelled}
          given={entry}
          others={[alt, "noPicture", ...others, ...(entry.own ? ["slug", "twin"] : [])]}
        />
        {entry.own && <OwnFields entry={entry} own={entry.own} />}
        {takesFile && <PictureFields entry={entry} alt={alt} />}
        {after}
      </ActionForm>
    </RecordPage>
  );
}

const NEWS_FIELDS = [
  { name: "title" },
  { name: "text", rows: 20, "data-markdown": true },
  { name: "excerpt", rows: 3 },
  { name: "category", list: "categories" },
  { name: "language", options: { "": newsWords.choose, ...newsWords.languages } },
];

/** The buttons by state. The Enter key presses the first button. */
const BUTTONS = {
  draft: ["save", "preview", "publish"],
  planned: ["save", "preview", "publish", "unpublish"],
  published: ["save", "preview", "unpublish"],
} as const satisfies Record<DeskNewsState, readonly string[]>;

const NewsPreview = ({ item }: { item: NewsItem }) => (
  <div className="stack" {...inLanguage(item.language)}>
    <h3 className="large">{item.title}</h3>
    {item.image && <ItemPicture picture={item.image} id="preview" topics={[item.title]} />}
    {item.excerpt && <p>{item.excerpt}</p>}
    {item.body && <RichText html={item.body} language={item.language} />}
  </div>
);

export function NewsRecord({ page: { entry } }: View<"news">) {
  const { state, published, preview, categories } = entry;
  const isOut = state === "published";
  const hasFirst = isOut || Boolean(entry.fields.firstAt);
  const buttons = { ...newsWords.buttons, preview: words.preview, save: newsWords.saves[state] };
  return (
    <EntryPage
      kind="news"
      entry={entry}
      alt="alt"
      preview={preview && <NewsPreview item={preview} />}
      fields={NEWS_FIELDS}
      others={isOut ? ["firstAt"] : ["when", "at", ...(hasFirst ? ["firstAt"] : [])]}
      after={
        <>
          {hasFirst && <FirstTime entry={entry} isPublic={isOut} />}
          {!isOut && <PublishTime entry={entry} />}
        </>
      }
      buttons={BUTTONS[state].map((button) => [button, buttons[button]])}
    >
      <p>{`${newsWords.stateNames[state]} ${published ? moment(published.at) : ""}`}</p>
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
  { name: "description", rows: 8, "data-markdown": true },
  { name: "venueDetails", rows: 3, "data-markdown": true },
  { name: "ticketPrice" },
  { name: "registrationUrl", type: "url" },
  { name: "contactInfo", rows: 3 },
  { name: "mapUrl", type: "url" },
];
/** The language of an event, where this site itself keeps the events. */
const EVENT_LANGUAGE = {
  name: "language",
  options: { "": writingWords.byWords, ...writingWords.languages },
};
/** The fields of a picture where the source is another system. */
const PICTURE = [{ name: "image.url", type: "url" }, { name: "image.alt" }];

/** Renders the card of an event, and its sanitised texts. */
const EventPreview = ({ event }: { event: EventItem }) => (
  <>
    <EventCard event={event} />
    {event.ticketPrice && <p>{fill(eventWords.price, { price: event.ticketPrice.text })}</p>}
    {[event.description, event.venueDetails, event.contactHtml].map(
      (html) => html && <RichText key={html} html={html} />,
    )}
  </>
);

export const EventRecord = ({ page: { entry } }: View<"event">) => (
  <EntryPage
    kind="events"
    entry={entry}
    alt="image.alt"
    preview={entry.preview && <EventPreview event={entry.preview} />}
    fields={entry.takesFile ? [...EVENT_FIELDS, EVENT_LANGUAGE] : [...EVENT_FIELDS, ...PICTURE]}
    buttons={[
      ["save", entry.id === "new" ? eventWords.create : eventWords.save],
      ["preview", words.preview],
    ]}
  />
);
