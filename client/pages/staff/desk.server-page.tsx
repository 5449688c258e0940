import type { ComponentType } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as donation from "../../../content/words/en/pledge.json";
import type {
  DeskGift,
  DeskGiftChange,
  DeskMessage,
  DeskPage,
  DeskView,
} from "../../../shared/contract/desk.ts";
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
  moment,
  needsScript,
  Panel,
  RecordPage,
  recently,
  Stale,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { EventRecord, NewsRecord } from "./entries.tsx";
import { EventList, GiftList, NewsList } from "./lists.tsx";
import { MessageList } from "./message-list.tsx";
import { WebsiteDocument } from "./website-document.tsx";
import { nameOfDocument, Website } from "./website-list.tsx";
import { WebsiteLook } from "./website-look.tsx";

type Content = ContentOf<"desk">;

/** The props of the view of a kind of page, with the content that names the choices of a gift. */
type ContentView<Kind extends DeskPage["kind"]> = View<Kind> & { content: Content };

/**
 * The most characters of an encoded quote. Programs that open `mailto:` links accept about 2,000 characters, and a letter
 * of some scripts becomes nine.
 */
const LONGEST_QUOTE = 1_700;
const LONG_FIELDS = ["message", "motivation", "partnershipProposal"];

const mailto = (email: string) => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

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

const labelOf = (options: readonly { value: string; label: string }[], chosen: string) =>
  options.find(({ value }) => value === chosen)?.label ?? chosen;

type GiftPage = View<"gift">["page"];

/** Renders the note as a field of several lines, because Enter in a field of one line would press the first button. */
const Note = ({ note }: { note: string }) => (
  <FormField name="note" label={words.note} rows={2} given={{ fields: { note }, errors: {} }} />
);

/** Renders the question before a change, with what the change does and who gets a mail. */
function GiftQuestion({ gift, ask }: { gift: DeskGift; ask: NonNullable<GiftPage["ask"]> }) {
  const { change, note } = ask;
  const { reference, amount, name, email, isWrittenTo, version } = gift;
  const path = withQuery(`/staff/gifts/${reference}`, useDesk().filter);
  const { title, text, mail, yes } = questionOf(gift, change);
  const values = {
    amount,
    name: name || words.forgottenDonor,
    email,
    state: wordOf(words.giftStates, gift.undoneState),
  };
  return (
    <Panel id="question" title={fill(title, values)}>
      <p>{fill(text, values)}</p>
      {isWrittenTo && mail !== "" && <p>{fill(mail, values)}</p>}
      <ActionForm action={path} buttons={[[change, yes]]}>
        <input type="hidden" name="version" value={version} />
        <Note note={note} />
      </ActionForm>
      <TouchLink to={path}>{words.changeQuestions.no}</TouchLink>
    </Panel>
  );
}

type UndoneState = keyof typeof words.changeQuestions.undo;

/** Returns the state that an undo takes back. Only states that staff set themselves can be taken back. */
const undoneOf = ({ state }: DeskGift): UndoneState =>
  state === "paid" || state === "refunded" ? state : "cancelled";

const questionOf = (gift: DeskGift, change: DeskGiftChange) =>
  change === "undo" ? words.changeQuestions.undo[undoneOf(gift)] : words.changeQuestions[change];

const changeText = (gift: DeskGift, change: DeskGiftChange) =>
  change === "undo" ? words.undo[undoneOf(gift)] : words.changes[change];

function GiftRecord({ page, content: { purposes, frequencies } }: ContentView<"gift">) {
  const { gift, ask, stale } = page;
  const { reference, name, email, phone, changes, actions, version } = gift;
  const { filter } = useDesk();
  return (
    <RecordPage
      title={`${words.gift} ${reference}`}
      section="gifts"
      id={reference}
      actions={actions}
      version={version}
      question={name === "" ? null : words.forgetQuestion}
      answer="forget"
    >
      {stale && <Stale {...stale} />}
      {ask && <GiftQuestion gift={gift} ask={ask} />}
      <Facts
        className={`${styles.facts} measure stack`}
        facts={[
          [words.state, wordOf(words.giftStates, gift.state)],
          [words.amount, gift.amount],
          [words.refundedPart, gift.refundedPart],
          [words.pledgedOn, moment(gift.createdAt)],
          [words.receivedOn, gift.receivedAt === null ? "" : moment(gift.receivedAt)],
          [words.purpose, labelOf(purposes, gift.purpose)],
          [donation.frequency, labelOf(frequencies, gift.frequency)],
          [words.name, name || words.forgottenDonor],
          [
            words.fields.email,
            email && (
              <a className="touch" href={mailto(email)}>
                {email}
              </a>
            ),
          ],
          [words.fields.phone, phone],
          [words.mayWrite, gift.mayWrite ? words.yes : words.no],
          [words.provider, gift.provider],
        ]}
      />
      {ask === null && changes.length > 0 && (
        <ActionForm
          action={withQuery(`/staff/gifts/${reference}`, filter)}
          button="ask"
          buttons={changes.map((one) => [one, changeText(gift, one)])}
        >
          <Note note="" />
        </ActionForm>
      )}
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
  "news-list": [NewsList, words.parts.news],
  news: [NewsRecord, words.parts.news],
  events: [EventList, words.parts.events],
  event: [EventRecord, words.parts.events],
  website: [Website, words.parts.website],
  document: [WebsiteDocument, words.parts.website],
  "website-look": [WebsiteLook, words.parts.website],
};

/** Returns the title of a page, the item first, because browser tabs show only the beginning. */
function titleOf(page: DeskPage): string {
  const section = VIEWS[page.kind][1];
  if ("message" in page) return `${messageTitle(page.message)} – ${section}`;
  if ("document" in page) {
    const { name, title } = page.document;
    return `${nameOfDocument(name, title)} – ${section}`;
  }
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
