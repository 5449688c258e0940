import * as words from "../../../content/words/en/desk.json";
import * as replyWords from "../../../content/words/en/desk-replies.json";
import type { DeskMessage, DeskMessageEntry, DeskTyped } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Banner } from "../../components/sections/banner.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import { counted } from "../../format/text.ts";
import { colleagueName, dialledNumber, mailto, whatsAppHref } from "./contact-links.ts";
import {
  ActionForm,
  moment,
  RecordPage,
  recently,
  Stale,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { HeldBecause } from "./held-because.tsx";
import styles from "./message.module.css";
import { Assignment } from "./message-assign.tsx";
import { AnsweredForm, NoteForm, ReplyForm } from "./message-forms.tsx";

/**
 * The most characters of an encoded quote. Programs that open `mailto:` links accept about 2,000 characters, and a letter
 * of some scripts becomes nine.
 */
const LONGEST_QUOTE = 1_700;
const LONG_FIELDS = ["message", "motivation", "partnershipProposal"];
const PHONE_FIELDS = ["phone", "phoneNumber", "contactPhone"];
const EMAIL_FIELDS = ["email", "contactEmail"];

/** Returns the `mailto:` link for a reply from the reader's own mailbox, with the message quoted. */
function replyHref({ email, replySubject, quote }: DeskMessage): string {
  const letters = [...`\n\n${quote}`].map((letter) => (letter === "\n" ? "\r\n" : letter));
  let room = LONGEST_QUOTE;
  const quoted = letters.filter((letter) => {
    room -= encodeURIComponent(letter).length;
    return room >= 0;
  });
  const body = `${quoted.join("")}${room < 0 ? "…" : ""}`;
  const query = `subject=${encodeURIComponent(replySubject)}&body=${encodeURIComponent(body)}`;
  return `${mailto(email)}?${query}`;
}

function buttonsOf({ state, delivery }: DeskMessage): (readonly [string, string])[] {
  const { done, new: reopen, spam, "not-spam": notSpam, restore } = words.bulkButtons;
  if (state === "bin") return [["restore", restore]];
  return [
    state === "done" ? ["new", reopen] : ["done", done],
    state === "spam" ? ["not-spam", notSpam] : ["spam", spam],
    ["delete", words.bulkButtons.delete],
    ...(delivery === "dead" ? [["retry", words.deliver] as const] : []),
  ];
}

/** Returns the title of a message: the sender, and the subject or the form. */
export const messageTitle = ({ name, subject, form }: DeskMessage): string =>
  `${name || words.nobody} – ${subject || words.forms[form]}`;

/** Renders a reply, an answer by telephone or a note, with the state of its mail. */
function Entry({ entry, action }: { entry: DeskMessageEntry; action: string }) {
  const { number, kind, by, at, text, sending } = entry;
  const { now } = useDesk();
  const isLost = sending === "failed" || sending === "unknown";
  return (
    <li className={`${styles.entry} measure stack tight`} data-kind={kind}>
      <p className="muted small" title={`${by}, ${moment(at)}`}>
        {fill(replyWords.entries[kind], { by: colleagueName(by), at: recently(at, now) })}
      </p>
      {text !== "" && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      {sending !== null && !isLost && <p className="muted small">{replyWords.sending[sending]}</p>}
      {sending !== null && isLost && (
        <Banner kind="bad">
          <p>{replyWords.sending[sending]}</p>
          <ActionForm action={action} buttons={[["resend", replyWords.tryAgain]]}>
            <input type="hidden" name="number" value={number} />
          </ActionForm>
        </Banner>
      )}
    </li>
  );
}

/** Returns the value of a field, with a link where it is an address or a phone number. */
function fieldValue(message: DeskMessage, name: string, value: string) {
  if (EMAIL_FIELDS.includes(name) && value !== "")
    return (
      <a className="touch" href={replyHref(message)}>
        {value}
      </a>
    );
  const dialled = PHONE_FIELDS.includes(name) ? dialledNumber(value) : null;
  if (dialled === null) return value;
  return (
    <span className="links">
      <a className="touch" href={`tel:${dialled}`}>
        {value}
      </a>
      <a className="touch" href={whatsAppHref(dialled)} rel="noreferrer">
        WhatsApp
      </a>
    </span>
  );
}

/** Renders the buttons that move the message, which stay in reach. */
const MoveForm = ({ message, action }: { message: DeskMessage; action: string }) => (
  <ActionForm className={`${styles.actions} screen`} action={action} buttons={buttonsOf(message)}>
    <input type="hidden" name="version" value={message.version} />
    {message.state !== "bin" && (
      <a className="touch" href={message.hasMail ? "#reply" : "#answered"}>
        {replyWords.toReply}
      </a>
    )}
  </ActionForm>
);

/** Renders who takes care of the message, what was filled in, and when all of it is erased. */
function About({ message, action }: { message: DeskMessage; action: string }) {
  const { fields, others, state, receivedAt, reference, email, delivery } = message;
  const facts = fields.filter(([name]) => !LONG_FIELDS.includes(name));
  return (
    <div className={styles.about}>
      <Assignment message={message} action={action} />
      {others > 0 && (
        <TouchLink to={withQuery("/staff/messages", { state: "all", person: email })}>
          {counted(words.others, others)}
        </TouchLink>
      )}
      <Facts
        facts={[
          [words.state, words.states[state]],
          [words.received, moment(receivedAt)],
          [words.reference, reference],
          ...facts.map(
            ([field, value]) =>
              [wordOf(words.fields, field), fieldValue(message, field, value)] as const,
          ),
          [words.delivery, words.deliveries[delivery]],
        ]}
      />
      <p className="muted small">{fill(words.deletedAt, { date: moment(message.deletedAt) })}</p>
    </div>
  );
}

/** Renders what the visitor wrote, with the state of the message and its last answer. */
function Received({ message }: { message: DeskMessage }) {
  const { fields, form, reference, state, receivedAt, answered } = message;
  const { now } = useDesk();
  const [, text = ""] = fields.find(([name]) => LONG_FIELDS.includes(name)) ?? [];
  const lastAnswer = answered && {
    by: colleagueName(answered.by),
    at: recently(answered.at, now),
  };
  return (
    <>
      <p className="muted small">
        {`${words.forms[form]} ${reference} · ${words.states[state]} · `}
        <time dateTime={receivedAt} title={moment(receivedAt)}>
          {recently(receivedAt, now)}
        </time>
        {lastAnswer && ` · ${fill(replyWords.answeredBy, lastAnswer)}`}
      </p>
      <HeldBecause signals={message.heldBecause} />
      <p className={`${styles.text} measure`} dir="auto">
        {text}
      </p>
    </>
  );
}

export function MessageRecord({ page }: View<"message">) {
  const { message, stale } = page;
  const { reference, email, next, actions, version, state, entries } = message;
  const { filter, asked } = useDesk();
  const action = withQuery(`/staff/messages/${reference}`, filter);
  const typedOf = (kind: DeskTyped["kind"]) => (page.typed?.kind === kind ? page.typed : null);
  const isBinned = state === "bin";
  return (
    <RecordPage
      title={messageTitle(message)}
      section="messages"
      id={reference}
      actions={actions}
      version={version}
      question={words.question}
      answer="erase"
      next={next === null ? null : `/staff/messages/${next}`}
    >
      {stale && <Stale {...stale} />}
      {isBinned && (
        <Banner kind="info">
          <p>{fill(replyWords.binText, { date: moment(message.deletedAt) })}</p>
        </Banner>
      )}
      <div className={styles.record}>
        <div className={`${styles.main} stack`}>
          <Received message={message} />
          {entries.length > 0 && (
            <section aria-labelledby="conversation" className="stack tight">
              <h2 id="conversation" className="large">
                {replyWords.conversation}
              </h2>
              <ol role="list" className="stack tight">
                {entries.map((entry) => (
                  <Entry key={entry.number} entry={entry} action={action} />
                ))}
              </ol>
            </section>
          )}
          {((message.hasMail && !isBinned) || typedOf("reply") !== null) && (
            <ReplyForm message={message} action={action} typed={typedOf("reply")} />
          )}
          {!message.hasMail && <p className="measure">{replyWords.noMail}</p>}
          {(!isBinned || typedOf("answered") !== null) && (
            <AnsweredForm
              message={message}
              action={action}
              typed={typedOf("answered")}
              mailHref={email === "" ? null : replyHref(message)}
            />
          )}
          <NoteForm message={message} action={action} typed={typedOf("note")} />
        </div>
        <About message={message} action={action} />
      </div>
      {asked === null && <MoveForm message={message} action={action} />}
    </RecordPage>
  );
}
