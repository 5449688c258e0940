import { picture, pictureAlt, preview as previewButton } from "../../../content/words/en/desk.json";
import { statuses } from "../../../content/words/en/event-status.json";
import * as texts from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";
import { describedBy, FieldHint, FieldProblem } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import type { View } from "./desk-page.tsx";
import { EntryPage, errorOf, FormField, type Given, idOf, PictureFields } from "./entry-form.tsx";

const PATH = "/staff/events";
const { fields: labels, hints } = texts;

/** The text fields below the dates. */
const DETAILS = [
  { name: "location", label: labels.location },
  { name: "excerpt", label: labels.excerpt, hint: hints.excerpt, rows: 2 },
  { name: "description", label: labels.description, hint: hints.description, rows: 8 },
  { name: "venueDetails", label: labels.venueDetails, rows: 3 },
  { name: "ticketPrice", label: labels.ticketPrice, hint: hints.ticketPrice },
  { name: "registrationUrl", label: labels.registrationUrl, hint: "https://…", type: "url" },
  { name: "contactInfo", label: labels.contactInfo, rows: 3 },
  { name: "mapUrl", label: labels.mapUrl, hint: hints.mapUrl, type: "url" },
];

/** Where the source is another system. */
const PICTURE = [
  { name: "image.url", label: picture, hint: "https://…", type: "url" },
  { name: "image.alt", label: pictureAlt },
];

const HIDDEN = ["version", "key", "image.known", "image.size"];

interface MomentProps {
  name: "startsAt" | "endsAt";
  legend: string;
  hint: string;
  given: Given;
}

/** A date with an optional time, in East Africa Time. */
function MomentRow({ name, legend, hint, given }: MomentProps) {
  const id = idOf(name);
  const error = errorOf(given, name);
  return (
    <fieldset
      className={form.field}
      data-invalid={error !== null || undefined}
      aria-describedby={describedBy(id, true, error)}
    >
      <legend>{legend}</legend>
      <FieldHint id={id} hint={hint} />
      <FieldProblem id={id} error={error} />
      <div className={form.pair}>
        {(["day", "time"] as const).map((part) => (
          <label key={part}>
            <span>{part === "day" ? texts.day : texts.time}</span>
            <input
              id={part === "day" ? id : undefined}
              type={part === "day" ? "date" : "time"}
              className={form.control}
              name={`${name}.${part}`}
              defaultValue={given.fields[`${name}.${part}`] ?? ""}
              aria-invalid={(part === "day" && error !== null) || undefined}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Its card, and its cleaned text. */
const EventPreview = ({ event }: { event: EventItem }) => (
  <div className="split">
    <EventCard event={event} />
    <div>
      {event.ticketPrice !== null && <p>{fill(texts.price, { price: event.ticketPrice.text })}</p>}
      {[event.description, event.venueDetails, event.contactHtml].map(
        (html) => html !== null && <RichText key={html} html={html} />,
      )}
    </div>
  </div>
);

export function EventView({ page: { entry } }: View<"event">) {
  const { id, fields, preview, takesFile } = entry;
  const title = fields.title ?? "";
  const question = { ...texts.question, title: fill(texts.question.title, { title }) };
  return (
    <EntryPage
      {...{ entry, part: PATH, takesFile, texts: { ...texts, question } }}
      title={id === "new" ? texts.newEvent : fill(texts.change, { title })}
      preview={preview && <EventPreview event={preview} />}
      hidden={takesFile ? [...HIDDEN, "image.url"] : HIDDEN}
      buttons={[
        ["save", id === "new" ? texts.create : texts.save],
        ["preview", previewButton],
      ]}
    >
      <FormField name="title" label={labels.title} given={entry} aria-required />
      <FormField name="status" label={texts.status} options={statuses} given={entry} />
      <MomentRow name="startsAt" legend={texts.starts} hint={texts.startsHint} given={entry} />
      <MomentRow name="endsAt" legend={texts.ends} hint={texts.endsHint} given={entry} />
      {[...DETAILS, ...(takesFile ? [] : PICTURE)].map((field) => (
        <FormField key={field.name} {...field} given={entry} />
      ))}
      {takesFile && <PictureFields entry={entry} alt="image.alt" />}
    </EntryPage>
  );
}
