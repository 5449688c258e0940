import * as words from "../../../content/words/en/desk.json";
import type { DeskMessage } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import {
  ActionForm,
  Actions,
  DeskFrame,
  Facts,
  History,
  moment,
  Question,
  TouchLink,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { FormField } from "./entry-form.tsx";

/** Programs that open such links take about 2,000 characters. */
const LONGEST_QUOTE = 1_000;
const LONG_FIELDS = ["message", "motivation", "partnershipProposal"];

/** The address of a reply, with the message quoted. */
function replyHref({ email, fields, reference, receivedAt }: DeskMessage): string {
  const [, text = ""] = fields.find(([name]) => LONG_FIELDS.includes(name)) ?? [];
  const letters = [...text];
  const short =
    letters.length > LONGEST_QUOTE ? [...letters.slice(0, LONGEST_QUOTE), "…"] : letters;
  const quote = short.join("").replaceAll(/^/gm, "> ").replaceAll(/\r?\n/g, "\r\n");
  const body = `\r\n\r\n${fill(words.replyQuote, { date: moment(receivedAt) })}\r\n${quote}`;
  const subject = fill(words.replySubject, { reference });
  const query = Object.entries({ subject, body }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `mailto:${encodeURIComponent(email)}?${query.join("&")}`;
}

function buttonsOf({ state, delivery }: DeskMessage): (readonly [string, string])[] {
  return [
    state === "done" ? ["new", words.markNew] : ["done", words.markDone],
    state === "spam" ? ["not-spam", words.notSpam] : ["spam", words.markSpam],
    ...(delivery === "dead" ? [["retry", words.deliver] as const] : []),
  ];
}

export function MessageView({ page: { message } }: View<"message">) {
  const { reference, receivedAt, name, fields, email, delivery, next } = message;
  const path = `/staff/messages/${reference}`;
  return (
    <DeskFrame title={`${words.forms[message.form]} ${reference}`} part="/staff/messages">
      <div className="links">
        <TouchLink to="/staff/messages">{words.back}</TouchLink>
        {next !== null && <TouchLink to={`/staff/messages/${next}`}>{words.next}</TouchLink>}
      </div>
      <Question words={words.question} path={path} answer="delete" />
      <Facts
        facts={[
          [words.state, words.states[message.state]],
          [words.received, moment(receivedAt)],
          ...fields.map(([field, value]) => [wordOf(words.fields, field), value] as const),
          [words.delivery, words.deliveries[delivery]],
        ]}
      />
      {email !== "" && (
        <p>
          <a className="touch" href={replyHref(message)} aria-label={`${words.reply}: ${name}`}>
            {words.reply}
          </a>
        </p>
      )}
      <ActionForm action={path} buttons={buttonsOf(message)} />
      <TouchLink to={`${path}?ask=delete`}>{words.remove}</TouchLink>
      <Actions actions={message.actions} />
      <p className="muted small">
        {fill(words.deletedAt, { date: moment(message.deletedAt, "day") })}
      </p>
    </DeskFrame>
  );
}

export function GiftView({ page: { gift } }: View<"gift">) {
  const { reference, name, email, phone, changes } = gift;
  const path = `/staff/gifts/${reference}`;
  return (
    <DeskFrame title={`${words.forms.gift} ${reference}`} part="/staff/gifts">
      <TouchLink to="/staff/gifts">{words.backToGifts}</TouchLink>
      <Question words={words.forgetQuestion} path={path} answer="forget" />
      <Facts
        facts={[
          [words.state, wordOf(words.giftStates, gift.state)],
          [words.amount, gift.amount],
          [words.purpose, `${gift.purpose}, ${gift.frequency}`],
          [words.name, name || words.forgottenDonor],
          [
            words.fields.email,
            email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>,
          ],
          [words.fields.phone, phone],
          [words.mayWrite, gift.mayWrite ? words.yes : words.no],
          [words.provider, gift.provider],
        ]}
      />
      <History
        title={words.history}
        steps={gift.history.map(({ state, at, by, note = "" }) => ({
          at,
          text: `${wordOf(words.giftStates, state)} (${by})${note && `, ${note}`}`,
        }))}
      />
      {changes.length > 0 && (
        <ActionForm action={path} buttons={changes.map((one) => [one, words.changes[one]])}>
          <FormField name="note" label={words.note} maxLength={200} />
        </ActionForm>
      )}
      {name !== "" && <TouchLink to={`${path}?ask=forget`}>{words.forget}</TouchLink>}
      <Actions actions={gift.actions} />
    </DeskFrame>
  );
}

const { signIn } = words;

/** Signs in by a button: a mail scanner that follows the link does not use it up. */
export const SignIn = ({ page: { step, link, hasMail } }: View<"sign-in">) => (
  <DeskFrame title={signIn.titles[step]}>
    {step === "ask" && !hasMail && <p className="measure">{signIn.noMail}</p>}
    {step === "ask" && hasMail && (
      <ActionForm action="/staff" buttons={[["send", signIn.send]]}>
        <p>{signIn.ask}</p>
        <FormField
          {...{ name: "email", label: signIn.email, type: "email", autoComplete: "email" }}
          required
        />
      </ActionForm>
    )}
    {step === "sent" && <p className="measure">{signIn.sentText}</p>}
    {step === "confirm" && (
      <ActionForm action="/staff" buttons={[["sign-in", signIn.button]]}>
        <p>{signIn.confirmText}</p>
        <input type="hidden" name="link" value={link} />
      </ActionForm>
    )}
    {step === "expired" && (
      <>
        <p className="measure">{signIn.expiredText}</p>
        <TouchLink to="/staff">{signIn.again}</TouchLink>
      </>
    )}
  </DeskFrame>
);
