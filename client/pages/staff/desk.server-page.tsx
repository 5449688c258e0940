import type { ComponentType } from "react";
import * as words from "../../../content/words/en/desk.json";
import type { DeskMessage, DeskPage, DeskView } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Facts } from "../../components/sections/facts.tsx";
import { counted } from "../../format/text.ts";
import { definePage, type PageProps } from "../../page.ts";
import type { ContentOf } from "../../page-content.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  DeskContext,
  DeskFrame,
  FormField,
  mailto,
  moment,
  needsScript,
  RecordPage,
  recently,
  Stale,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { EventRecord, NewsRecord } from "./entries.tsx";
import { type ContentView, GiftList, GiftRecord, NewGift } from "./gift.tsx";
import { GiftTotals } from "./gift-totals.tsx";
import { EventList, NewsList } from "./lists.tsx";
import { MessageList } from "./message-list.tsx";
import { nameOfDocument, Website, WebsiteDocument } from "./website.tsx";

type Content = ContentOf<"desk">;

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
const messageTitle = ({ name, subject, form }: DeskMessage): string =>
  `${name || words.nobody} – ${subject || words.forms[form]}`;

function MessageRecord({ page: { message, stale } }: View<"message">) {
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

const { signIn } = words;

/** Renders the pages of the sign-in. A button signs in, so that a mail scanner that follows the link does not use it up. */
const SignIn = ({ page: { step, link } }: View<"sign-in">) => (
  <DeskFrame title={signIn.titles[step]}>
    <p className="measure">{signIn.texts[step]}</p>
    {step === "ask" && (
      <ActionForm action="/staff" buttons={[["send", signIn.send]]}>
        <FormField name="email" label={signIn.email} type="email" autoComplete="email" required />
      </ActionForm>
    )}
    {step === "confirm" && (
      <ActionForm action="/staff" buttons={[["sign-in", signIn.button]]}>
        <input type="hidden" name="link" value={link} />
      </ActionForm>
    )}
    {step === "expired" && <TouchLink to="/staff">{signIn.again}</TouchLink>}
  </DeskFrame>
);

/** The view of each kind of page, and its title. */
const VIEWS: {
  [Kind in DeskPage["kind"]]: [ComponentType<ContentView<Kind>>, title: string];
} = {
  "sign-in": [SignIn, words.signIn.titles.ask],
  messages: [MessageList, words.parts.messages],
  message: [MessageRecord, words.parts.messages],
  gifts: [GiftList, words.parts.gifts],
  gift: [GiftRecord, words.parts.gifts],
  "gift-new": [NewGift, words.parts.gifts],
  "gift-totals": [GiftTotals, words.parts.gifts],
  "news-list": [NewsList, words.parts.news],
  news: [NewsRecord, words.parts.news],
  events: [EventList, words.parts.events],
  event: [EventRecord, words.parts.events],
  website: [Website, words.parts.website],
  document: [WebsiteDocument, words.parts.website],
};

/** Returns the title of a page, the item first, because browser tabs show only the beginning. */
function titleOf(page: DeskPage): string {
  const section = VIEWS[page.kind][1];
  if ("message" in page) return `${messageTitle(page.message)} – ${section}`;
  if ("document" in page) return `${nameOfDocument(page.document.name)} – ${section}`;
  if ("gift" in page) return `${page.gift.reference} – ${section}`;
  const { title = "" } = "entry" in page ? page.entry.fields : {};
  return title ? `${title} – ${section}` : section;
}

/** The definition of every page of the desk. The server says which page is shown and what is on the page. */
export const page = definePage<Content, DeskView>({
  Page: function StaffPage({ content, data }: PageProps<Content, DeskView>) {
    if (data === null) throw new Error("only the server shows the desk");
    const { page } = data;
    const View = VIEWS[page.kind][0] as ComponentType<{ page: DeskPage; content: Content }>;
    return (
      <DeskContext value={data}>
        <View page={page} content={content} />
      </DeskContext>
    );
  },
  hydrate: "use",
  head: ({ data }) => ({
    title: data ? titleOf(data.page) : words.signIn.titles.ask,
    description: words.description,
    noindex: true,
  }),
  status: ({ data }) => data?.status ?? 404,
  hasDeskScript: ({ data }) => data !== null && needsScript(data),
});
