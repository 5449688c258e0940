import type { ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as newsWords from "../../../content/words/en/desk-news.json";
import * as shellWords from "../../../content/words/en/desk-shell.json";
import * as todayWords from "../../../content/words/en/desk-today.json";
import { begin as newEvent } from "../../../content/words/en/staff.json";
import type {
  DeskDraft,
  DeskFault,
  DeskToday,
  DeskTodayMessage,
} from "../../../shared/contract/desk-today.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Link } from "../../components/links/link.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import { eventWhen, formatDay } from "../../format/dates.ts";
import { counted, inLanguage } from "../../format/text.ts";
import { DeskFrame, moment, recently, useDesk, type View } from "./desk-page.tsx";
import styles from "./today.module.css";
import { nameOfDocument } from "./website-list.tsx";

/** Renders a part of the page: rows, or a kind word where there are none, and a link to what belongs to it. */
function Part(props: {
  id: string;
  title: string;
  none: string;
  links: readonly (readonly [path: string, text: string])[];
  children: ReactNode[];
}) {
  const { id, title, none, links, children } = props;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children.length === 0 ? <p className="muted">{none}</p> : <ul role="list">{children}</ul>}
      <p className="links">
        {links.map(([path, text]) => (
          <Link key={path} to={path}>
            {text}
          </Link>
        ))}
      </p>
    </section>
  );
}

function MessageRow({ message }: { message: DeskTodayMessage }) {
  const { reference, isGift, receivedAt, name, subject, excerpt } = message;
  const { now } = useDesk();
  return (
    <li className={styles.message}>
      <Link
        to={isGift ? `/staff/gifts/${reference}?list=messages` : `/staff/messages/${reference}`}
      >
        <bdi>{name || words.nobody}</bdi>
      </Link>
      <time dateTime={receivedAt} title={moment(receivedAt)}>
        {recently(receivedAt, now)}
      </time>
      <span className={styles.text} dir="auto">
        {isGift ? words.forms.gift : [subject, excerpt].filter(Boolean).join(" – ")}
      </span>
    </li>
  );
}

/** The pages that say more about a fault. The operator mends the others. */
const FAULT_PAGES: Partial<Record<DeskFault, string>> = {
  mailFailed: "/staff/messages#mails",
  source: "/staff/sources",
  payments: "/staff/gifts?state=pending",
};

const Faults = ({ faults }: { faults: readonly DeskFault[] }) => (
  // A site may be run without mail, which is no alarm.
  <Banner kind={faults.every((fault) => fault === "noMail") ? "info" : "bad"}>
    <h2 className="large">{todayWords.faults}</h2>
    <ul role="list" className="stack tight">
      {faults.map((fault) => (
        <li key={fault}>
          {todayWords.faultTexts[fault]}{" "}
          {FAULT_PAGES[fault] && (
            <Link to={FAULT_PAGES[fault]}>{todayWords.faultLinks[fault]}</Link>
          )}
        </li>
      ))}
    </ul>
  </Banner>
);

const draftTitle = ({ kind, title }: DeskDraft) =>
  kind === "website" ? nameOfDocument(title) : title;

/** Renders the sums of the month, the pledges to follow up, and the links to both. */
function Gifts({ gifts: { month, sums, count, pledges } }: Pick<DeskToday, "gifts">) {
  const links: [string, string][] = [
    [withQuery("/staff/gifts", { state: "paid", month }), todayWords.giftsOfMonth],
  ];
  if (pledges > 0)
    links.push([
      withQuery("/staff/gifts", { state: "pledged" }),
      counted(todayWords.pledges, pledges),
    ]);
  return (
    <Part id="gifts" title={todayWords.gifts} none={todayWords.noGifts} links={links}>
      {sums.map((sum, index) => (
        <li key={sum}>
          <strong className={styles.sum}>{sum}</strong>
          {index === sums.length - 1 && (
            <span className="muted"> {counted(todayWords.giftCount, count)}</span>
          )}
        </li>
      ))}
    </Part>
  );
}

/** Renders the first page of the desk: what is new, what waits, and what does not work. */
export function Today({ page: { today } }: View<"today">) {
  const { messages, overdue, gifts, events, drafts, faults } = today;
  const { now } = useDesk();
  const messageLinks: [string, string][] = [["/staff/messages", todayWords.allMessages]];
  if (overdue.count > 0)
    messageLinks.push([
      withQuery("/staff/messages", { to: overdue.day }),
      counted(todayWords.overdue, overdue.count),
    ]);
  return (
    <DeskFrame
      title={shellWords.home}
      section="today"
      tools={<p className="muted">{formatDay({ at: now, precision: "time" })}</p>}
    >
      {faults.length > 0 && <Faults faults={faults} />}
      <div className={styles.parts}>
        <div className={styles.wide}>
          <Part
            id="messages"
            title={todayWords.newMessages}
            none={todayWords.noMessages}
            links={messageLinks}
          >
            {messages.map((message) => (
              <MessageRow key={message.reference} message={message} />
            ))}
          </Part>
        </div>
        <Gifts gifts={gifts} />
        <Part
          id="events"
          title={todayWords.events}
          none={events === null ? todayWords.eventsUnknown : todayWords.noEvents}
          links={[["/staff/events/new", newEvent]]}
        >
          {(events ?? []).map((event) => (
            <li key={event.id} className={styles.message}>
              <Link to={`/staff/events/${event.id}`} {...inLanguage(event.language)}>
                {event.title}
              </Link>
              <span className="muted">{eventWhen(event)}</span>
            </li>
          ))}
        </Part>
        <Part
          id="drafts"
          title={todayWords.drafts}
          none={todayWords.noDrafts}
          links={[["/staff/news/new", newsWords.begin]]}
        >
          {drafts.map((draft) => (
            <li key={`${draft.kind} ${draft.id}`}>
              <Link to={`/staff/${draft.kind}/${draft.id}`}>{draftTitle(draft)}</Link>
            </li>
          ))}
        </Part>
      </div>
      {faults.length === 0 && <p className="muted small">{todayWords.allWell}</p>}
    </DeskFrame>
  );
}
