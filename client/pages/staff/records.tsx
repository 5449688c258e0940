import type { ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import type { DeskMessage, DeskPage } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import form from "../../components/forms/form.module.css";
import { siteHref } from "../../format/hrefs.ts";
import {
  ActionForm,
  Actions,
  DeskFrame,
  Facts,
  moment,
  Question,
  TouchLink,
  wordOf,
} from "./desk-page.tsx";

type View<Kind extends DeskPage["kind"]> = { page: Extract<DeskPage, { kind: Kind }> };

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

export function MessageView({ page: { message, isDeleting } }: View<"message">) {
  const { reference, receivedAt, name, fields, email, delivery, next } = message;
  const path = `/staff/messages/${reference}`;
  return (
    <DeskFrame title={`${words.forms[message.form]} ${reference}`} part="/staff/messages">
      <div className="links">
        <TouchLink to="/staff/messages">{words.back}</TouchLink>
        {next !== null && <TouchLink to={`/staff/messages/${next}`}>{words.next}</TouchLink>}
      </div>
      {isDeleting && (
        <Question
          {...{ title: words.deleteTitle, text: words.deleteText, action: path }}
          yes={["delete", words.deleteYes]}
          no={words.deleteNo}
        />
      )}
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

export function GiftView({ page: { gift, isForgetting } }: View<"gift">) {
  const { reference, name, email, phone, changes } = gift;
  const path = `/staff/gifts/${reference}`;
  return (
    <DeskFrame title={`${words.forms.gift} ${reference}`} part="/staff/gifts">
      <TouchLink to="/staff/gifts">{words.backToGifts}</TouchLink>
      {isForgetting && (
        <Question
          {...{ title: words.forgetTitle, text: words.forgetText, action: path }}
          yes={["forget", words.forgetYes]}
          no={words.forgetNo}
        />
      )}
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
      <section className="stack tight" aria-labelledby="history">
        <h2 id="history" className="large">
          {words.history}
        </h2>
        <ul>
          {gift.history.map(({ state, at, by, note }) => (
            <li key={at + state}>
              {`${moment(at)}: ${wordOf(words.giftStates, state)} (${by})${note && `, ${note}`}`}
            </li>
          ))}
        </ul>
      </section>
      {changes.length > 0 && (
        <ActionForm action={path} buttons={changes.map((one) => [one, words.changes[one]])}>
          <div className={`${form.field} measure`}>
            <label htmlFor="note">{words.note}</label>
            <input className={form.control} id="note" name="note" maxLength={200} />
          </div>
        </ActionForm>
      )}
      {name !== "" && <TouchLink to={`${path}?ask=forget`}>{words.forget}</TouchLink>}
      <Actions actions={gift.actions} />
    </DeskFrame>
  );
}

const { signIn } = words;

/** Signs in by a button: a mail scanner that follows the link does not use it up. */
const SignInForm = ({
  text,
  button,
  children,
}: {
  text: string;
  button: string;
  children: ReactNode;
}) => (
  <form className="measure stack" method="post" action={siteHref("/staff")}>
    <p>{text}</p>
    {children}
    <p>
      <Button type="submit" variant="main">
        {button}
      </Button>
    </p>
  </form>
);

const TITLES = {
  ask: signIn.title,
  sent: signIn.sent,
  confirm: signIn.confirm,
  expired: signIn.expired,
};

export const SignIn = ({ page: { step, link, hasMail } }: View<"sign-in">) => (
  <DeskFrame title={TITLES[step]}>
    {step === "ask" && !hasMail && <p className="measure">{signIn.noMail}</p>}
    {step === "ask" && hasMail && (
      <SignInForm text={signIn.ask} button={signIn.send}>
        <div className={form.field}>
          <label htmlFor="email">{signIn.email}</label>
          <input
            {...{ className: form.control, id: "email", name: "email", type: "email" }}
            autoComplete="email"
            required
          />
        </div>
      </SignInForm>
    )}
    {step === "sent" && <p className="measure">{signIn.sentText}</p>}
    {step === "confirm" && (
      <SignInForm text={signIn.confirmText} button={signIn.button}>
        <input type="hidden" name="link" value={link} />
      </SignInForm>
    )}
    {step === "expired" && (
      <>
        <p className="measure">{signIn.expiredText}</p>
        <TouchLink to="/staff">{signIn.again}</TouchLink>
      </>
    )}
  </DeskFrame>
);
