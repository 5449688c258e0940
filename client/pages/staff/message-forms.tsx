import type { ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as replyWords from "../../../content/words/en/desk-replies.json";
import {
  type DeskMessage,
  type DeskSavedReply,
  type DeskTyped,
  MAX_WRITTEN,
} from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { grouped } from "../../../shared/forms/field.ts";
import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import form from "../../components/forms/form.module.css";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { dialledNumber, whatsAppHref } from "./contact-links.ts";
import { ActionForm, DeskFrame, FormField, TouchLink, useDesk, type View } from "./desk-page.tsx";
import styles from "./message.module.css";

interface FormProps {
  message: DeskMessage;
  /** The URL that the form posts to. */
  action: string;
  /** The text that was typed into this form; null for an empty form. */
  typed: DeskTyped | null;
}

const limit = grouped(MAX_WRITTEN);

/** Renders the hidden fields of a form with a text: the version it is based on, and a key of its own. */
const Basis = (props: Omit<FormProps, "action"> & { kind: DeskTyped["kind"] }) => (
  <>
    <input type="hidden" name="version" value={props.typed?.version ?? props.message.version} />
    <input
      type="hidden"
      name="key"
      value={props.typed?.key ?? `${props.message.formKey}-${props.kind}`}
    />
  </>
);

/** Renders a text field with its limit, and the number of its characters once there is a text or a script. */
function Text(props: {
  about: string;
  label: string;
  hint?: string;
  rows: number;
  typed: DeskTyped | null;
}) {
  const { about, label, hint, rows, typed } = props;
  const text = typed?.text ?? "";
  const given = { fields: { text }, errors: typed?.error ? { [about]: typed.error } : {} };
  const count = fill(replyWords.count, { count: grouped(text.length), max: limit });
  return (
    <div className="stack tight">
      <FormField
        name="text"
        about={about}
        label={label}
        hint={hint}
        rows={rows}
        given={given}
        dir="auto"
        data-max={MAX_WRITTEN}
      />
      <p
        className={`${styles.count} muted small${text === "" ? " scripted" : ""}`}
        data-count={replyWords.count}
        data-over={text.length > MAX_WRITTEN || undefined}
      >
        {count}
      </p>
    </div>
  );
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", sw: "Kiswahili" };

/** Renders the choice of a saved reply. Those in the language of the message come first. */
function SavedReplies({ message }: { message: DeskMessage }) {
  const { savedReplies, language } = message;
  const languages = [language, ...LANGUAGES.filter((other) => other !== language)];
  return (
    <div className={`${styles.choice} cluster tight`}>
      <label htmlFor="saved">{replyWords.saved}</label>
      <select id="saved" className={form.control} name="saved" defaultValue="">
        <option value="">{replyWords.choose}</option>
        {languages.map((one) => (
          <optgroup key={one} label={LANGUAGE_NAMES[one]}>
            {savedReplies
              .filter((saved) => saved[one] !== "")
              .map(({ id, title }) => (
                <option key={id} value={`${id}:${one}`}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <Button type="submit" name="action" value="insert">
        {replyWords.insert}
      </Button>
      <Link className="touch" to="/staff/replies">
        {replyWords.editSaved}
      </Link>
    </div>
  );
}

/** Renders the form of a reply that the site mails. Its text outlives a click on a link, see `client/entry-desk.ts`. */
export function ReplyForm({ message, action, typed }: FormProps) {
  const { staff } = useDesk();
  return (
    <div className="screen">
      <div id="restored" role="status" hidden>
        <Banner kind="info">
          <p>{replyWords.restored}</p>
          <p>
            <Button>{words.dropTyped}</Button>
          </p>
        </Banner>
      </div>
      <form
        id="reply"
        className={`${styles.write} measure stack`}
        method="post"
        action={siteHref(action)}
        data-owner={staff ?? ""}
        data-typed={typed !== null || undefined}
        noValidate
      >
        <Basis kind="reply" message={message} typed={typed} />
        <Text
          about="reply"
          label={fill(replyWords.replyTo, { email: message.email })}
          hint={fill(replyWords.replyHint, { max: limit })}
          rows={6}
          typed={typed}
        />
        <div className="cluster">
          <Button type="submit" name="action" value="reply" variant="main">
            {replyWords.send}
          </Button>
          <Button type="submit" name="action" value="reply-close">
            {replyWords.sendAndClose}
          </Button>
        </div>
        <SavedReplies message={message} />
      </form>
    </div>
  );
}

/** Renders links for an answer from elsewhere. */
function ContactLinks({ phone, mailHref }: { phone: string; mailHref: string | null }) {
  const dialled = dialledNumber(phone);
  const links: [href: string, text: string][] = [];
  if (mailHref !== null) links.push([mailHref, replyWords.byMail]);
  if (dialled !== null) {
    links.push([`tel:${dialled}`, fill(replyWords.call, { phone })]);
    links.push([whatsAppHref(dialled), fill(replyWords.whatsApp, { phone })]);
  }
  return (
    <p className="links">
      {links.map(([href, text]) => (
        <a key={href} className="touch" href={href} rel="noreferrer">
          {text}
        </a>
      ))}
    </p>
  );
}

/** Renders a form that is closed until somebody needs it. */
const Closed = (props: { id: string; title: string; isOpen: boolean; children: ReactNode }) => (
  <details id={props.id} className={`${styles.more} screen`} open={props.isOpen}>
    <summary>{props.title}</summary>
    <div className={`${styles.write} measure stack`}>{props.children}</div>
  </details>
);

/** Renders the form that records an answer from elsewhere, with links for that answer. */
export function AnsweredForm(props: FormProps & { mailHref: string | null }) {
  const { message, action, typed, mailHref } = props;
  return (
    <Closed id="answered" title={replyWords.outside} isOpen={!message.hasMail || typed !== null}>
      <ContactLinks phone={message.phone} mailHref={mailHref} />
      <ActionForm
        className="stack"
        action={action}
        buttons={[
          ["answered", replyWords.iAnswered],
          ["answered-close", replyWords.iAnsweredAndClosed],
        ]}
      >
        <Basis kind="answered" message={message} typed={typed} />
        <Text about="answered" label={replyWords.answeredText} rows={3} typed={typed} />
      </ActionForm>
    </Closed>
  );
}

/** Renders the form of a note for colleagues. */
export const NoteForm = ({ message, action, typed }: FormProps) => (
  <Closed id="note" title={replyWords.addNote} isOpen={typed !== null}>
    <ActionForm className="stack" action={action} buttons={[["note", replyWords.keepNote]]}>
      <Basis kind="note" message={message} typed={typed} />
      <Text about="note" label={replyWords.noteText} rows={3} typed={typed} />
    </ActionForm>
  </Closed>
);

/** Renders a text that could not be stored, without the message: whoever sees this page may not be signed in. */
export function TypedText({ page }: View<"typed">) {
  const { reference, problem, action, typed } = page;
  const path = `/staff/messages/${reference}`;
  const button = new Map(Object.entries(replyWords.buttons)).get(action) ?? replyWords.buttons.note;
  return (
    <DeskFrame title={replyWords.typedTitle}>
      <Banner kind="bad" role="alert">
        <p>{replyWords.typed[problem]}</p>
      </Banner>
      {problem === "session" && (
        <p>
          <a className="touch" href={siteHref("/staff")} target="_blank" rel="noreferrer">
            {words.signInAgain}
          </a>
        </p>
      )}
      <ActionForm action={path} buttons={problem === "gone" ? [] : [[action, button]]} noValidate>
        <input type="hidden" name="version" value={typed.version} />
        <input type="hidden" name="key" value={typed.key} />
        <Text about={typed.kind} label={reference} rows={8} typed={typed} />
      </ActionForm>
    </DeskFrame>
  );
}

/** Renders the list of saved replies. */
export const SavedReplyList = ({ page: { rows } }: View<"saved-replies">) => (
  <DeskFrame title={replyWords.editSaved} section="messages">
    <p className="measure">{replyWords.savedIntro}</p>
    <TouchLink to="/staff/replies/new">{replyWords.newSaved}</TouchLink>
    {rows.length === 0 && <p>{replyWords.noSaved}</p>}
    <ul role="list">
      {rows.map(({ id, title }) => (
        <li key={id}>
          <Link className="touch" to={`/staff/replies/${id}`}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
    <TouchLink to="/staff/messages">{words.back.messages}</TouchLink>
  </DeskFrame>
);

const fieldsOf = ({ title, en, sw }: DeskSavedReply) => ({ title, en, sw });

/** Renders the form of a saved reply. */
export function SavedReplyForm({ page }: View<"saved-reply">) {
  const { reply, errors, problem, isStale } = page;
  const given = { fields: fieldsOf(reply), errors };
  const isNew = reply.version === "0" && reply.title === "";
  return (
    <DeskFrame title={reply.title || replyWords.newSaved} section="messages">
      {(isStale || problem !== null) && (
        <Banner kind="bad" role="alert">
          <p>{problem === null ? replyWords.savedStale : replyWords.savedProblems[problem]}</p>
        </Banner>
      )}
      <p className="measure">{replyWords.savedIntro}</p>
      <ActionForm
        action={`/staff/replies/${reply.id}`}
        buttons={[
          ["save", replyWords.save],
          ...(isNew ? [] : [["delete", replyWords.deleteSaved] as const]),
        ]}
        noValidate
      >
        <input type="hidden" name="version" value={reply.version} />
        <FormField name="title" label={replyWords.savedTitle} given={given} />
        <FormField name="en" label={replyWords.inEnglish} rows={8} lang="en" given={given} />
        <FormField name="sw" label={replyWords.inSwahili} rows={8} lang="sw" given={given} />
      </ActionForm>
      <TouchLink to="/staff/replies">{replyWords.editSaved}</TouchLink>
    </DeskFrame>
  );
}
