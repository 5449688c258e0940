import type { ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import { results } from "../../../content/words/en/staff.json";
import type { DeskAction, DeskView } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useRequest } from "../../data/request-context.ts";
import { formatMoment } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";

const PARTS = [
  ["/staff/messages", words.messages],
  ["/staff/gifts", words.gifts],
  ["/staff/news", words.news],
  ["/staff/events", words.events],
  ["/staff/sources", words.sources],
] as const;

/** The text of a value that the server names; the name where there is none. */
export const wordOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  texts[name] ?? name;

export const moment = (at: string, precision: "day" | "time" = "time") =>
  formatMoment({ at, precision });

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{moment(at)}</time>;

/** A link that stands alone, large enough for a finger. */
export const TouchLink = ({ to, children }: { to: string; children: string }) => (
  <p>
    <Link className="touch" to={to}>
      {children}
    </Link>
  </p>
);

/** The parts of the desk, and who is signed in. */
function Bar({ staff, current }: { staff: string; current: string }) {
  return (
    <div className={`${styles.bar} page cluster spread`}>
      <nav aria-label={words.sections}>
        <ul className="links" role="list">
          {PARTS.map(([href, text]) => (
            <li key={href}>
              <Link to={href} aria-current={current === href ? "page" : undefined}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form className="cluster" method="post" action={siteHref("/staff/sign-out")}>
        <span className="muted small">{fill(words.signedInAs, { email: staff })}</span>
        <button type="submit" className={styles.quiet}>
          {words.signOut}
        </button>
      </form>
    </div>
  );
}

interface FrameProps {
  title: string;
  /** The part of the desk. */
  part?: string;
  children: ReactNode;
}

/** What was done, by name. */
const NOTICES = new Map(Object.entries({ ...words.notices, ...results }));

/** Around every page of the desk. */
export function DeskFrame({ title, part = "", children }: FrameProps) {
  const { staff, notice } = useDesk();
  return (
    <>
      {staff !== null && <Bar staff={staff} current={part} />}
      <PageHeader title={title} />
      <div className="page band stack loose">
        {notice !== null && NOTICES.has(notice) && (
          <p className={`${styles.notice} panel`} role="status">
            {NOTICES.get(notice)}
          </p>
        )}
        {children}
      </div>
    </>
  );
}

export function useDesk(): DeskView {
  const { desk } = useRequest();
  if (!desk) throw new Error("only the server shows the desk");
  return desk;
}

/** Names and values that are not empty; lines stay lines. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={`${styles.facts} facts`}>
    {facts
      .filter(([, value]) => value !== "")
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** What staff did, oldest first. */
export function Actions({ actions }: { actions: readonly DeskAction[] }) {
  if (actions.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby="actions">
      <h2 id="actions" className="large">
        {words.actions}
      </h2>
      <ul>
        {actions.map(({ at, by, action }) => (
          <li key={at}>{`${moment(at)}: ${by}, ${wordOf(words.actionNames, action)}`}</li>
        ))}
      </ul>
    </section>
  );
}

export type Buttons = readonly (readonly [action: string, text: string])[];

/** Each button of a form is one action. */
export const ActionButtons = ({ buttons }: { buttons: Buttons }) => (
  <div className="cluster">
    {buttons.map(([name, text], index) => (
      <Button
        key={name}
        type="submit"
        name="action"
        value={name}
        variant={index === 0 ? "main" : "plain"}
      >
        {text}
      </Button>
    ))}
  </div>
);

interface ActionFormProps {
  action: string;
  buttons: Buttons;
  children?: ReactNode;
}

/** A form that posts to a page. */
export const ActionForm = ({ action, buttons, children }: ActionFormProps) => (
  <form className="stack" method="post" action={siteHref(action)}>
    {children}
    <ActionButtons buttons={buttons} />
  </form>
);

/** Asks before what cannot be undone. */
export const Question = ({
  title,
  text,
  action,
  yes,
  no,
  children,
}: {
  title: string;
  text: string;
  action: string;
  yes: readonly [action: string, text: string];
  no: string;
  /** What the answer carries. */
  children?: ReactNode;
}) => (
  <section className="panel stack" aria-labelledby="question">
    <h2 id="question">{title}</h2>
    <p>{text}</p>
    <ActionForm action={action} buttons={[yes]}>
      {children}
    </ActionForm>
    <TouchLink to={action}>{no}</TouchLink>
  </section>
);
