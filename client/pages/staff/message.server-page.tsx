import * as words from "../../../content/words/en/desk.json";
import type { DeskMessage } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Link } from "../../components/links/link.tsx";
import { formatDay } from "../../format/dates.ts";
import {
  ActionForm,
  Actions,
  DeskFrame,
  deskPage,
  Facts,
  moment,
  Question,
  wordOf,
} from "./desk-page.tsx";

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
    ...(state === "done" ? [] : [["done", words.markDone] as const]),
    ...(state === "done" ? [["new", words.markNew] as const] : []),
    state === "spam" ? ["not-spam", words.notSpam] : ["spam", words.markSpam],
    ...(delivery === "dead" ? [["retry", words.deliver] as const] : []),
  ];
}

export const page = deskPage("message", words.messages, ({ page: { message, isDeleting } }) => {
  const { reference, form, receivedAt, name, fields, email, delivery, next } = message;
  const path = `/staff/messages/${reference}`;
  const deletedOn = formatDay({ at: message.deletedAt, precision: "day" });
  return (
    <DeskFrame title={`${words.forms[form]} ${reference}`} part="/staff/messages">
      <p className="links">
        <Link className="touch" to="/staff/messages">
          {words.back}
        </Link>
        {next !== null && (
          <Link className="touch" to={`/staff/messages/${next}`} rel="next">
            {words.next}
          </Link>
        )}
      </p>
      {isDeleting && (
        <Question
          title={words.deleteTitle}
          text={words.deleteText}
          action={path}
          yes={["delete", words.deleteYes]}
          no={words.deleteNo}
        />
      )}
      <Facts
        facts={[
          [words.state, words.states[message.state]],
          [words.received, moment(receivedAt)],
          ...fields
            .filter(([, value]) => value !== "")
            .map(([field, value]) => [wordOf(words.fields, field), value] as const),
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
      <p>
        <Link className="touch" to={`${path}?ask=delete`}>
          {words.remove}
        </Link>
      </p>
      <Actions actions={message.actions} />
      <p className="muted small">{fill(words.deletedAt, { date: deletedOn })}</p>
    </DeskFrame>
  );
});
