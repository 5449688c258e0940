import type { ComponentProps, ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import { results } from "../../../content/words/en/staff.json";
import type { DeskAction, DeskPage, DeskView } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import form from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { useRequest } from "../../data/request-context.ts";
import { formatMoment } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";

/** The props of the view of a kind of page. */
export type View<Kind extends DeskPage["kind"]> = { page: Extract<DeskPage, { kind: Kind }> };

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

/** What was done, by name. */
const NOTICES = new Map(Object.entries({ ...words.notices, ...results }));

interface FrameProps {
  title: string;
  /** The part of the desk. */
  part?: string;
  children: ReactNode;
}

/** Around every page of the desk. */
export function DeskFrame({ title, part = "", children }: FrameProps) {
  const { staff, notice } = useDesk();
  return (
    <>
      {staff !== null && <Bar staff={staff} current={part} />}
      <PageHeader title={title} />
      <div className="page band stack loose">
        {notice !== null && NOTICES.has(notice) && (
          <p className={form.notice} data-kind="good" role="status">
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

interface HistoryProps {
  title: string;
  steps: readonly { at: string; text: string }[];
}

/** What was done, oldest first. */
export const History = ({ title, steps }: HistoryProps) =>
  steps.length > 0 && (
    <section className="stack tight" aria-label={title}>
      <h2 className="large">{title}</h2>
      <ul role="list">
        {steps.map(({ at, text }) => (
          <li key={at + text}>{`${moment(at)}: ${text}`}</li>
        ))}
      </ul>
    </section>
  );

export const Actions = ({ actions }: { actions: readonly DeskAction[] }) => (
  <History
    title={words.actions}
    steps={actions.map(({ at, by, action }) => ({
      at,
      text: `${by}, ${wordOf(words.actionNames, action)}`,
    }))}
  />
);

interface ActionFormProps extends ComponentProps<"form"> {
  action: string;
  /** Each is one action; the first one is that of the Enter key. */
  buttons: readonly (readonly [action: string, text: string])[];
}

/** A form that posts to a page. */
export const ActionForm = ({ action, buttons, children, ...form }: ActionFormProps) => (
  <form className="measure stack" {...form} method="post" action={siteHref(action)}>
    {children}
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
  </form>
);

interface QuestionProps {
  words: { title: string; text: string; yes: string; no: string };
  /** The page that it is asked on. */
  path: string;
  answer: string;
  version?: string | undefined;
}

/** Asks before what cannot be undone. */
export function Question({ words, path, answer, version }: QuestionProps) {
  if (!useDesk().isAsking) return null;
  return (
    <section className="panel stack" aria-labelledby="question">
      <h2 id="question">{words.title}</h2>
      <p>{words.text}</p>
      <ActionForm action={path} buttons={[[answer, words.yes]]}>
        {version !== undefined && <input type="hidden" name="version" value={version} />}
      </ActionForm>
      <TouchLink to={path}>{words.no}</TouchLink>
    </section>
  );
}
