import type { ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as newsWords from "../../../content/words/en/desk-news.json";
import { statuses } from "../../../content/words/en/event-status.json";
import { all as allEvents, listFailed, newEvent } from "../../../content/words/en/staff.json";
import { DESK_STATES, NEWS_STATES } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { eventWhen } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  DeskFrame,
  Moment,
  TouchLink,
  useDesk,
  type View,
  wordOf,
} from "./desk-page.tsx";
import { FormField, type Given } from "./entry-form.tsx";

interface TableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
}

function Table({ caption, columns, rows }: TableProps) {
  if (rows.length === 0) return <p>{words.none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled by keys, too
    <section className={styles.table} tabIndex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Filter = Readonly<Record<string, string | number | null | undefined>>;

/** The address of a list, with what its filter says. */
function hrefOf(path: string, filter: Filter): string {
  const given = Object.entries(filter).filter(([, value]) => value);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `${path}?${query}` : path;
}

interface PagesProps {
  path: string;
  filter?: Filter;
  page: number;
  isLast: boolean;
}

/** The pages of a list whose length nobody counts. */
function Pages({ path, filter = {}, page, isLast }: PagesProps) {
  const pageHref = (number: number) =>
    hrefOf(path, { ...filter, page: number > 1 ? number : null });
  if (page === 1 && isLast) return null;
  return (
    <nav className="links" aria-label={words.pages}>
      {page > 1 && (
        <Link to={pageHref(page - 1)} rel="prev">
          {words.newer}
        </Link>
      )}
      {!isLast && (
        <Link to={pageHref(page + 1)} rel="next">
          {words.older}
        </Link>
      )}
    </nav>
  );
}

const givenBy = (filter: Filter): Given => ({
  fields: Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, String(value ?? "")]),
  ),
  errors: {},
});

const anyOf = (options: Readonly<Record<string, string>>) => ({ "": words.all, ...options });

interface FilteredProps extends TableProps, PagesProps {
  /** What is kept of a message or gift, and for how long. */
  kept: string;
  children: ReactNode;
}

/** A list with its filter, and as a file. */
function Filtered({ kept, children, ...list }: FilteredProps) {
  const { path, filter = {} } = list;
  const { retentionDays } = useDesk();
  return (
    <>
      <form className={styles.filter} action={siteHref(path)}>
        {children}
        <Button type="submit">{words.show}</Button>
      </form>
      <Table {...list} />
      <Pages {...list} />
      <p>
        <a className="touch" href={siteHref(hrefOf(`${path}/file`, filter))}>
          {words.file}
        </a>
      </p>
      <p className="muted small">{fill(kept, { days: retentionDays })}</p>
    </>
  );
}

const MESSAGES = "/staff/messages";
const GIFTS = "/staff/gifts";

export function MessageList({
  page: { filter, rows, isLast, counts, failedMails },
}: View<"messages">) {
  const { state, form, q, page } = filter;
  const shown = { state: state === "new" ? null : state, form, q };
  const given = givenBy(shown);
  return (
    <DeskFrame title={words.messages} part={MESSAGES}>
      {failedMails.length > 0 && (
        <section className="panel stack tight" aria-labelledby="mails">
          <h2 id="mails" className="large">
            {words.failedMails}
          </h2>
          <p>{words.failedMailsText}</p>
          <ul role="list">
            {failedMails.map(({ reference, recipient, subject }) => (
              <li key={reference}>{`${recipient}: ${subject}`}</li>
            ))}
          </ul>
          <ActionForm action="/staff/mails" buttons={[["retry", words.tryAgain]]} />
        </section>
      )}
      <TabLinks
        label={words.filter}
        tabs={DESK_STATES.map((one) => ({
          text: words.states[one],
          count: counts[one],
          href: hrefOf(MESSAGES, { ...shown, state: one === "new" ? null : one }),
          isCurrent: one === state,
        }))}
      />
      <Filtered
        {...{ path: MESSAGES, filter: shown, page, isLast, kept: words.kept }}
        caption={words.messages}
        columns={[words.name, words.form, words.date, words.reference]}
        rows={rows.map(({ reference, form, receivedAt, name }) => ({
          key: reference,
          cells: [
            <Link key="name" to={`${form === "gift" ? GIFTS : MESSAGES}/${reference}`}>
              {name || words.nobody}
            </Link>,
            words.forms[form],
            <Moment key="at" at={receivedAt} />,
            reference,
          ],
        }))}
      >
        <input type="hidden" name="state" value={state} />
        <FormField name="form" label={words.form} options={anyOf(words.forms)} given={given} />
        <FormField name="q" label={words.search} type="search" maxLength={100} given={given} />
      </Filtered>
    </DeskFrame>
  );
}

export const GiftList = ({ page: { filter, rows, isLast } }: View<"gifts">) => {
  const { page, ...shown } = filter;
  const given = givenBy(shown);
  return (
    <DeskFrame title={words.gifts} part={GIFTS}>
      <Filtered
        {...{ path: GIFTS, filter: shown, page, isLast, kept: words.giftsKept }}
        caption={words.gifts}
        columns={[words.name, words.amount, words.state, words.date, words.reference]}
        rows={rows.map(({ reference, createdAt, name, amount, state }) => ({
          key: reference,
          cells: [
            <Link key="name" to={`${GIFTS}/${reference}`}>
              {name || words.forgottenDonor}
            </Link>,
            amount,
            wordOf(words.giftStates, state),
            <Moment key="at" at={createdAt} />,
            reference,
          ],
        }))}
      >
        <FormField
          {...{ name: "state", label: words.state, options: anyOf(words.giftStates), given }}
        />
        <FormField
          {...{ name: "currency", label: words.currency, given }}
          options={anyOf({ USD: "USD", TZS: "TZS" })}
        />
        <FormField
          {...{ name: "month", label: words.month, type: "month", given }}
          placeholder="2026-11"
        />
      </Filtered>
    </DeskFrame>
  );
};

export const EventList = ({ page: { rows, page, isLast, isRead } }: View<"events">) => (
  <DeskFrame title={words.events} part="/staff/events">
    <TouchLink to="/staff/events/new">{newEvent}</TouchLink>
    {isRead ? (
      <Table
        caption={allEvents}
        columns={[words.name, words.date, words.state]}
        rows={rows.map(({ event, timing }) => ({
          key: event.id,
          cells: [
            <Link key="title" to={`/staff/events/${event.id}`} {...inLanguage(event.language)}>
              {event.title}
            </Link>,
            eventWhen(event),
            `${statuses[event.status]}, ${words.eventTimings[timing]}`,
          ],
        }))}
      />
    ) : (
      <p role="alert">{fill(listFailed, { message: words.problems.unavailable })}</p>
    )}
    <Pages path="/staff/events" page={page} isLast={isLast} />
  </DeskFrame>
);

export const NewsList = ({ page: { rows } }: View<"news-list">) => (
  <DeskFrame title={newsWords.title} part="/staff/news">
    {rows === null ? (
      <p className="measure">{newsWords.elsewhere}</p>
    ) : (
      <TouchLink to="/staff/news/new">{newsWords.write}</TouchLink>
    )}
    {rows !== null &&
      NEWS_STATES.map((state) => (
        <div key={state} className="stack tight">
          <h2 className="large">{newsWords.states[state]}</h2>
          <Table
            caption={newsWords.states[state]}
            columns={[newsWords.fields.title, newsWords.dates[state]]}
            rows={rows
              .filter((row) => row.state === state)
              .map(({ id, title, at }) => ({
                key: id,
                cells: [
                  <Link key="title" to={`/staff/news/${id}`}>
                    {title}
                  </Link>,
                  <Moment key="at" at={at} />,
                ],
              }))}
          />
        </div>
      ))}
  </DeskFrame>
);
