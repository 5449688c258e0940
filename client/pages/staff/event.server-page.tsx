import * as words from "../../../content/words/en/desk.json";
import { statuses } from "../../../content/words/en/event-status.json";
import { problem as summaryTitle } from "../../../content/words/en/form-messages.json";
import * as texts from "../../../content/words/en/staff.json";
import type { DeskEvent } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";
import { describedBy, FieldProblem } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { ActionButtons, Actions, DeskFrame, deskPage, Question, wordOf } from "./desk-page.tsx";

const PATH = "/staff/events";
const { fields: labels, hints } = texts;

/** A text field; its name is that of the draft's field and of its error. */
interface TextField {
  name: string;
  label: string;
  hint?: string;
  /** Rows of a text area; an input without. */
  rows?: number;
  type?: "text" | "url";
}

const TITLE: TextField = { name: "title", label: labels.title };

/** Below the dates. */
const DETAILS: readonly TextField[] = [
  { name: "location", label: labels.location },
  { name: "excerpt", label: labels.excerpt, hint: hints.excerpt, rows: 2 },
  { name: "description", label: labels.description, hint: hints.description, rows: 8 },
  { name: "venueDetails", label: labels.venueDetails, rows: 3 },
  { name: "ticketPrice", label: labels.ticketPrice, hint: hints.ticketPrice },
  { name: "registrationUrl", label: labels.registrationUrl, hint: "https://…", type: "url" },
  { name: "contactInfo", label: labels.contactInfo, rows: 3 },
  { name: "mapUrl", label: labels.mapUrl, hint: hints.mapUrl, type: "url" },
  { name: "image.url", label: labels.picture, hint: "https://…", type: "url" },
  { name: "image.alt", label: labels.pictureAlt },
];

/** What the form carries without showing it. */
const HIDDEN = ["version", "key", "image.known", "image.size"];

type Given = Pick<DeskEvent, "fields" | "errors">;

const idOf = (name: string) => `field-${name.replace(".", "-")}`;
const errorOf = ({ errors }: Given, name: string) =>
  errors[name] === undefined ? null : wordOf(words.eventErrors, errors[name]);

const Hint = ({ id, hint }: { id: string; hint: string | undefined }) =>
  hint !== undefined && (
    <p className="muted small" id={`${id}-hint`}>
      {hint}
    </p>
  );

/** Label, hint, error and control. */
function TextRow({ field, given }: { field: TextField; given: Given }) {
  const { name, label, hint, rows, type = "text" } = field;
  const id = idOf(name);
  const error = errorOf(given, name);
  const common = {
    id,
    name,
    className: form.control,
    defaultValue: given.fields[name] ?? "",
    autoComplete: "off",
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, hint !== undefined, error),
    "aria-required": field === TITLE || undefined,
  } as const;
  return (
    <div className={form.field} data-invalid={error !== null || undefined}>
      <label htmlFor={id}>{label}</label>
      <Hint id={id} hint={hint} />
      <FieldProblem id={id} error={error} />
      {rows ? <textarea {...common} rows={rows} /> : <input {...common} type={type} />}
    </div>
  );
}

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
      <Hint id={id} hint={hint} />
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

function StatusRow({ given }: { given: Given }) {
  const error = errorOf(given, "status");
  return (
    <div className={form.field} data-invalid={error !== null || undefined}>
      <label htmlFor={idOf("status")}>{texts.status}</label>
      <FieldProblem id={idOf("status")} error={error} />
      <select
        className={form.control}
        id={idOf("status")}
        name="status"
        defaultValue={given.fields.status ?? "scheduled"}
      >
        {Object.entries(statuses).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Why nothing was changed; the fields that cannot be used are links. */
function Problem({ event }: { event: DeskEvent }) {
  const { id, problem, errors } = event;
  if (problem === null) return null;
  const { failed, name, detail = "" } = problem;
  const sentence = `${words.eventProblems[name]} ${detail}`.trim();
  return (
    <div
      className={form.notice}
      data-kind="bad"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the sender waits for the result of the form
      autoFocus
    >
      <h2 className="large">{name === "fields" ? summaryTitle : words.notSaved}</h2>
      <p>{failed === null ? sentence : `${texts.results[`${failed}Failed`]}: ${sentence}`}</p>
      {name === "fields" && (
        <ul role="list">
          {Object.keys(errors).map((field) => (
            <li key={field}>
              <a href={`#${idOf(field)}`}>{errorOf(event, field)}</a>
            </li>
          ))}
        </ul>
      )}
      {/* In a tab of its own: what was typed stays in this one. */}
      {(name === "session" || name === "conflict") && (
        <a
          href={siteHref(name === "session" ? "/staff" : `${PATH}/${id}`)}
          target="_blank"
          rel="noopener"
        >
          {name === "session" ? words.signInAgain : words.seeEvent}
        </a>
      )}
    </div>
  );
}

/** An event as visitors would see it: its card, and its cleaned text. */
const Preview = ({ event }: { event: EventItem }) => (
  <section className="panel stack" aria-labelledby="preview">
    <h2 id="preview" className="large">
      {texts.preview}
    </h2>
    <p className="muted small">{words.previewText}</p>
    {/* Its links lead nowhere. */}
    <div className="split" inert>
      <EventCard event={event} />
      <div>
        {event.ticketPrice !== null && (
          <p>{fill(texts.price, { price: event.ticketPrice.text })}</p>
        )}
        {event.description !== null && <RichText html={event.description} />}
        {event.venueDetails !== null && <RichText html={event.venueDetails} />}
        {event.contactHtml !== null && <RichText html={event.contactHtml} />}
      </div>
    </div>
  </section>
);

const EventForm = ({ event }: { event: DeskEvent }) => (
  <form
    className="measure stack loose"
    method="post"
    action={siteHref(`${PATH}/${event.id}`)}
    noValidate
  >
    {HIDDEN.map((name) => (
      <input key={name} type="hidden" name={name} value={event.fields[name] ?? ""} />
    ))}
    <TextRow field={TITLE} given={event} />
    <StatusRow given={event} />
    <MomentRow name="startsAt" legend={texts.starts} hint={texts.startsHint} given={event} />
    <MomentRow name="endsAt" legend={texts.ends} hint={texts.endsHint} given={event} />
    {DETAILS.map((field) => (
      <TextRow key={field.name} field={field} given={event} />
    ))}
    <ActionButtons
      buttons={[
        ["save", event.id === "new" ? texts.create : texts.save],
        ["preview", texts.preview],
      ]}
    />
  </form>
);

export const page = deskPage("event", words.events, ({ page: { event } }) => {
  const { id, fields, preview, isDeleting } = event;
  const title = fields.title ?? "";
  const path = `${PATH}/${id}`;
  return (
    <DeskFrame title={id === "new" ? texts.newEvent : fill(texts.change, { title })} part={PATH}>
      <p>
        <Link className="touch" to={PATH}>
          {texts.allEvents}
        </Link>
      </p>
      <Problem event={event} />
      {isDeleting && (
        <Question
          title={fill(texts.deleteTitle, { title })}
          text={texts.deleteText}
          action={path}
          yes={["delete", texts.deleteEvent]}
          no={texts.keepEvent}
        >
          <input type="hidden" name="version" value={fields.version ?? ""} />
        </Question>
      )}
      {preview !== null && <Preview event={preview} />}
      <EventForm event={event} />
      {id !== "new" && (
        <p>
          <Link className="touch" to={`${path}?ask=delete`}>
            {words.deleteEvent}
          </Link>
        </p>
      )}
      <Actions actions={event.actions} />
    </DeskFrame>
  );
});
