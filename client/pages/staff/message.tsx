import * as words from "../../../content/words/en/desk.json";
import type { DeskMessage } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Facts } from "../../components/sections/facts.tsx";
import { counted } from "../../format/text.ts";
import { mailto } from "./contact-links.ts";
import styles from "./desk.module.css";
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

/**
 * The most characters of an encoded quote. Programs that open `mailto:` links accept about 2,000 characters, and a letter
 * of some scripts becomes nine.
 */
const LONGEST_QUOTE = 1_700;
const LONG_FIELDS = ["message", "motivation", "partnershipProposal"];

/** Returns the `mailto:` link for a reply, with the message quoted. */
function replyHref({ email, fields, reference, receivedAt }: DeskMessage): string {
  const [, text = ""] = fields.find(([name]) => LONG_FIELDS.includes(name)) ?? [];
  const letters = [...text].map((letter) => (letter === "\n" ? "\r\n> " : letter));
  let room = LONGEST_QUOTE;
  const quote = letters.filter((letter) => {
    room -= encodeURIComponent(letter).length;
    return room >= 0;
  });
  const said = `${fill(words.replyQuote, { date: moment(receivedAt) })}\r\n> ${quote.join("")}`;
  const body = `\r\n\r\n${said}${room < 0 ? "…" : ""}`;
  const subject = fill(words.replySubject, { reference });
  return `${mailto(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

function buttonsOf({ state, delivery }: DeskMessage): (readonly [string, string])[] {
  return [
    state === "done" ? ["new", words.markNew] : ["done", words.markDone],
    state === "spam" ? ["not-spam", words.notSpam] : ["spam", words.markSpam],
    ...(delivery === "dead" ? [["retry", words.deliver] as const] : []),
  ];
}

/** Returns the title of a message: the sender, and the subject or the form. */
export const messageTitle = ({ name, subject, form }: DeskMessage): string =>
  `${name || words.nobody} – ${subject || words.forms[form]}`;

export function MessageRecord({ page: { message, stale } }: View<"message">) {
  const { reference, form, receivedAt, fields, email, delivery, next, actions, version } = message;
  const { others } = message;
  const { filter, now } = useDesk();
  const [, text = ""] = fields.find(([name]) => LONG_FIELDS.includes(name)) ?? [];
  const facts = fields.filter(([name]) => !LONG_FIELDS.includes(name));
  return (
    <RecordPage
      title={messageTitle(message)}
      section="messages"
      id={reference}
      actions={actions}
      version={version}
      question={words.question}
      next={next === null ? null : `/staff/messages/${next}`}
      isLow
    >
      {stale && <Stale {...stale} />}
      <p className="muted small">
        {`${words.forms[form]} ${reference} · ${words.states[message.state]} · `}
        <time dateTime={receivedAt} title={moment(receivedAt)}>
          {recently(receivedAt, now)}
        </time>
      </p>
      <p className={`${styles.whole} measure`} dir="auto">
        {text}
      </p>
      {email !== "" && (
        <p className="screen">
          <a className="touch" href={replyHref(message)}>
            {words.reply}
          </a>
        </p>
      )}
      <ActionForm
        action={withQuery(`/staff/messages/${reference}`, filter)}
        buttons={buttonsOf(message)}
      >
        <input type="hidden" name="version" value={version} />
      </ActionForm>
      {others > 0 && (
        <TouchLink to={withQuery("/staff/messages", { state: "all", person: email })}>
          {counted(words.others, others)}
        </TouchLink>
      )}
      <Facts
        facts={[
          [words.state, words.states[message.state]],
          [words.received, moment(receivedAt)],
          [words.reference, reference],
          ...facts.map(([field, value]) => [wordOf(words.fields, field), value] as const),
          [words.delivery, words.deliveries[delivery]],
        ]}
      />
      <p className="muted small">{fill(words.deletedAt, { date: moment(message.deletedAt) })}</p>
    </RecordPage>
  );
}
