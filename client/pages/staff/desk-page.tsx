import { type ComponentProps, createContext, type ReactNode, use } from "react";
import * as words from "../../../content/words/en/desk.json";
import { locale } from "../../../content/words/en/language.json";
import {
  type DeskAction,
  type DeskEntry,
  type DeskPage,
  type DeskStale,
  type DeskView,
  STATES_AFTER,
} from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { DAY_MS, isoTime } from "../../../shared/time.ts";
import { describedBy, FieldFrame } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { formatClock, formatDay, formatMoment } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import { counted } from "../../format/text.ts";
import styles from "./desk.module.css";
import { DeskBar, type DeskPlace } from "./desk-bar.tsx";
import "../../components/sections/banner.css";
import "../../components/links/chips.css";
import "../../components/cards/badge.css";
import "../../components/sections/facts.css";
import "../../components/sections/meter.css";
import "../../components/article/item.css";

/** The props of the view of a kind of page. */
export type View<Kind extends DeskPage["kind"]> = { page: Extract<DeskPage, { kind: Kind }> };

export type DeskSection = keyof typeof words.parts;

/** Returns the text of a value that the server names, or the name when there is no text. */
export const wordOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  texts[name] ?? name;

export const moment = (at: string) => formatMoment({ at, precision: "time" });

const dayNames = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** Returns "today 14:05", "yesterday 18:25", or the day alone. Times are ISO 8601. */
export function recently(at: string, now: string): string {
  const date = { at, precision: "time" } as const;
  const day = formatDay(date);
  for (const daysAgo of [0, 1]) {
    const then = isoTime(Date.parse(now) - daysAgo * DAY_MS);
    if (formatDay({ at: then, precision: "day" }) === day)
      return `${dayNames.format(-daysAgo, "day")} ${formatClock(date)}`;
  }
  return day;
}

/** Renders a link that stands alone, large enough for a finger. */
export const TouchLink = (props: ComponentProps<typeof Link>) => (
  <p className="screen">
    <Link className="touch" {...props} />
  </p>
);

/** The data of the page of the desk, which `desk.server-page.tsx` gives to all parts of the page. */
export const DeskContext = createContext<DeskView | null>(null);

export function useDesk(): DeskView {
  const desk = use(DeskContext);
  if (desk === null) throw new Error("DeskContext is not provided");
  return desk;
}

/** The texts of what was done, by the name of the notice. */
const NOTICES = new Map(Object.entries(words.notices));

/** The kinds of message, by the first letter of the reference. */
const KINDS = new Map([
  ["C", words.forms.contact],
  ["V", words.forms.volunteer],
  ["P", words.forms.partner],
  ["G", words.gift],
]);

/** Describes what was done to which item: messages and gifts by their reference, news by the title on the page. */
function noticeText({ notice, about, leftAlone, page }: DeskView): string | null {
  const left = leftAlone > 0 ? counted(words.leftAlone, leftAlone) : null;
  const text = NOTICES.get(notice ?? "") ?? null;
  if (text === null) return left;
  const [only] = about;
  if (only !== undefined) {
    const single = `${KINDS.get(only.charAt(0))} ${only}`;
    const item = about.length === 1 ? single : counted(words.several, about.length);
    const isUndone = notice === "undo" && about.length > 1;
    return [fill(isUndone ? words.undoneSeveral : text, { item }), left].filter(Boolean).join(" ");
  }
  const { title = "" } = "entry" in page ? page.entry.fields : {};
  if (title === "") return fill(text, { item: words.item });
  return `${text.replace(/\.$/, "")}: “${title}”`;
}

/** Renders the button that gives messages the state that they had before the last action. */
function UndoButton() {
  const { notice, about, before, filter } = useDesk();
  const now = STATES_AFTER.get(notice ?? "");
  const items = about.map((reference, index) => `${reference}:${now}:${before[index]}`);
  const isUndoable = now !== undefined && about.length > 0 && before.length === about.length;
  if (!isUndoable || before.every((state) => state === now)) return null;
  return (
    <form className="screen" method="post" action={siteHref(withQuery("/staff/messages", filter))}>
      {items.map((item) => (
        <input key={item} type="hidden" name="item" value={item} />
      ))}
      <Button type="submit" name="action" value="undo">
        {words.undoAction}
      </Button>
    </form>
  );
}

/** The notices after which the browser deletes stored text: a form was accepted, or somebody has signed out. */
const DRAFTS = new Map<string, "taken" | "drop">([
  ["create", "taken"],
  ["update", "taken"],
  ["remove", "taken"],
  ["unseen", "taken"],
  ["news-save", "taken"],
  ["news-publish", "taken"],
  ["news-plan", "taken"],
  ["news-unpublish", "taken"],
  ["news-delete", "taken"],
  ["reply", "taken"],
  ["reply-close", "taken"],
  ["binned", "taken"],
  ["entry-restored", "taken"],
  ["signed-out", "drop"],
]);

/** Returns true for a page with a form whose text the browser stores, and for a page that reports the result of such a form. */
export const needsScript = ({ page, notice }: DeskView): boolean =>
  ["news", "event", "message", "document"].includes(page.kind) || DRAFTS.has(notice ?? "");

/** Renders the frame of every page of the desk: the bar, the title with the tools beside it, and the notice of the last action. */
export function DeskFrame(props: {
  title: string;
  section?: DeskPlace;
  /** Links and tabs beside the title. */
  tools?: ReactNode;
  children: ReactNode;
}) {
  const { title, section = null, tools, children } = props;
  const desk = useDesk();
  const done = noticeText(desk);
  return (
    <div className={styles.desk}>
      <DeskBar
        staff={desk.staff}
        newMessages={desk.newMessages}
        otherHref={desk.otherHref}
        current={section}
      />
      <main
        id="main"
        className={`${styles.main} page stack`}
        data-drafts={DRAFTS.get(desk.notice ?? "")}
      >
        <div className={styles.head}>
          <h1>{title}</h1>
          {tools}
        </div>
        {done !== null && (
          <Banner kind="good" className={styles.notice}>
            <p role="status">{done}</p>
            <UndoButton />
          </Banner>
        )}
        {children}
      </main>
    </div>
  );
}

interface ActionFormProps extends ComponentProps<"form"> {
  action: string;
  /** The name of the field that says which button was pressed. */
  button?: "action" | "ask";
  /** The buttons, one for each action. The Enter key presses the first button. */
  buttons: readonly (readonly [action: string, text: string])[];
}

/** Renders a form that posts to a page. */
export const ActionForm = ({
  action,
  button = "action",
  buttons,
  children,
  ...form
}: ActionFormProps) => (
  <form className="measure stack loose" {...form} method="post" action={siteHref(action)}>
    {children}
    <div className="cluster screen">
      {buttons.map(([value, text], index) => (
        <Button
          key={value}
          type="submit"
          name={button}
          value={value}
          variant={index ? "plain" : "main"}
        >
          {text}
        </Button>
      ))}
    </div>
  </form>
);

/** Renders a part of a page with its own title. */
export const Panel = ({ id, title, children }: ComponentProps<"section">) => (
  <section className="panel stack" aria-labelledby={id}>
    <h2 id={id} className="large">
      {title}
    </h2>
    {children}
  </section>
);

/** Describes who did what, with the note. An actor without an address is named in words. */
function actionText({ by, action, note }: DeskAction): string {
  const done = fill(words.actionLine, {
    by: wordOf(words.actors, by),
    action: wordOf(words.actionNames, action),
  });
  return note ? `${done}, ${note}` : done;
}

/** Says that nothing was changed because somebody else was quicker, and who that was. */
export const Stale = ({ action }: DeskStale) => (
  <Banner kind="bad" role="alert">
    <h2 className="large">{words.notSaved}</h2>
    <p>
      {action === null
        ? words.stale.unknown
        : fill(words.stale.known, { at: moment(action.at), action: actionText(action) })}
    </p>
  </Banner>
);

/** Describes when something was done, and by whom, with the note. */
export const actionLine = (action: DeskAction): string =>
  `${moment(action.at)}: ${actionText(action)}`;

interface RecordProps {
  section: keyof typeof words.back;
  id: string;
  title: string;
  /** The question before an action that cannot be undone; null where there is no such action. */
  question: { link: string; title: string; text: string; yes: string; no: string } | null;
  answer?: string;
  /** The version on which the answer is based. */
  version?: string | undefined;
  actions: readonly DeskAction[];
  /** The path of the next record of the list; null after the last one. */
  next?: string | null;
  children: ReactNode;
}

/** Renders the page of one message, gift, event or piece of news. */
export function RecordPage(props: RecordProps) {
  const { section, id, title, question, answer = "delete", version, actions, children } = props;
  const { next = null } = props;
  const { asked, filter } = useDesk();
  const path = `/staff/${section}/${id}`;
  const isAsking = asked === answer && question !== null;
  // A gift may have been opened from the list of messages.
  const { list, ...shown } = filter;
  const back = list === "messages" ? list : section;
  return (
    <DeskFrame
      title={title}
      section={section}
      tools={
        <p className="links screen">
          <Link to={withQuery(`/staff/${back}`, shown)}>{words.back[back]}</Link>
          {next !== null && <Link to={withQuery(next, filter)}>{words.next}</Link>}
        </p>
      }
    >
      {isAsking && (
        <Panel id="question" title={question.title}>
          <p>{question.text}</p>
          {/* First: who goes on by key meets what changes nothing before what cannot be undone. */}
          <TouchLink to={withQuery(path, filter)}>{question.no}</TouchLink>
          <ActionForm action={withQuery(path, filter)} buttons={[[answer, question.yes]]}>
            <input type="hidden" name="version" value={version} />
          </ActionForm>
        </Panel>
      )}
      {children}
      {question && (
        <TouchLink to={`${withQuery(path, { ...filter, ask: answer })}#question`}>
          {question.link}
        </TouchLink>
      )}
      {actions.length > 0 && (
        <Panel id="actions" title={words.actions}>
          <ul role="list">
            {actions.map((action) => (
              <li key={action.at + action.action}>{actionLine(action)}</li>
            ))}
          </ul>
        </Panel>
      )}
    </DeskFrame>
  );
}

export type Given = Pick<DeskEntry, "fields" | "errors">;

export function errorOf({ errors }: Given, name: string): string | null {
  const error = errors[name];
  if (error === undefined) return null;
  const { code, max = 0, text = "" } = error;
  if (code === "required") return wordOf(words.required, name);
  return fill(wordOf(words.errors, code in words.errors ? code : "invalid"), { max, text });
}

export interface FieldProps extends ComponentProps<"input"> {
  name: string;
  label: string;
  /** The name of the field's error, if it is not the name of the field. */
  about?: string;
  hint?: string | undefined;
  rows?: number;
  options?: Readonly<Record<string, string>>;
  given?: Given;
}

/** Renders a field with its label, hint, error and control. */
export function FormField(props: FieldProps) {
  const { name, label, about = name, hint, rows, options, given, ...input } = props;
  const id = `field-${about}`;
  const error = given ? errorOf(given, about) : null;
  const control = {
    id,
    name,
    className: form.control,
    autoComplete: "off",
    defaultValue: input.type === "file" ? undefined : (given?.fields[name] ?? ""),
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, hint !== undefined, error),
  } as const;
  const Control = (options ? "select" : rows ? "textarea" : "input") as "input";
  return (
    <FieldFrame id={id} words={{ label, hint }} isRequired error={error}>
      <Control {...control} {...input} {...(rows && { rows })}>
        {options &&
          Object.entries(options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
      </Control>
    </FieldFrame>
  );
}

/** Renders the fields of a form, and hidden fields for the other given values, except `others`, which are elsewhere. */
export function EntryFields(props: {
  fields: readonly FieldProps[];
  given: Given;
  others?: string[];
}) {
  const { fields, given, others = [] } = props;
  const shown = [...fields.map(({ name }) => name), ...others];
  const hidden = Object.entries(given.fields).filter(([name]) => !shown.includes(name));
  return (
    <>
      {hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <FormField key={field.name} {...field} given={given} />
      ))}
    </>
  );
}
