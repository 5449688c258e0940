import type { ComponentProps, ReactNode } from "react";
import * as words from "../../../content/words/en/desk.json";
import * as newsWords from "../../../content/words/en/desk-news.json";
import * as shellWords from "../../../content/words/en/desk-shell.json";
import * as writingWords from "../../../content/words/en/desk-writing.json";
import { statuses } from "../../../content/words/en/event-status.json";
import { listFailed, begin as newEvent } from "../../../content/words/en/staff.json";
import type { DeskEntry } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import type { EventTiming } from "../../../shared/model/event.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { type Query, withQuery } from "../../../shared/paths.ts";
import { RequestId } from "../../components/feedback/request-id.tsx";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { useRequest } from "../../data/request-context.ts";
import { eventWhen } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import { inLanguage } from "../../format/text.ts";
import styles from "./desk.module.css";
import {
  DeskFrame,
  type DeskSection,
  EntryFields,
  FormField,
  type Given,
  moment,
  TouchLink,
  useDesk,
  type View,
} from "./desk-page.tsx";
import { languagesText } from "./entry-own.tsx";

interface TableProps {
  section: DeskSection;
  /** The headings of the columns. The first column has the name. */
  columns: readonly string[];
  /** The rows. The name in a row links to the page of the item. */
  rows: readonly { href: string; name: string; language?: string | null; cells: string[] }[];
}

interface FrameProps {
  section: DeskSection;
  /** The rows; null when there are none. */
  table: ReactNode;
  /** The text of a list without rows; empty where the list could not be read. */
  none: string;
  filter?: Query;
  fields?: ComponentProps<typeof EntryFields>["fields"];
  errors?: DeskEntry["errors"];
  kept?: string;
  /** Links and tabs beside the title. */
  tools?: ReactNode;
  /** The number of the page that is shown. Nobody counts how many pages there are. */
  page?: number;
  isLast?: boolean;
  children?: ReactNode;
}

/** Renders the fields that narrow a list. On a phone only the search is shown, and a press shows the others. */
function Filter({
  path,
  fields,
  given,
}: {
  path: string;
  fields: NonNullable<FrameProps["fields"]>;
  given: Given;
}) {
  const search = fields.filter(({ type }) => type === "search");
  const others = fields.filter(({ type }) => type !== "search");
  const isOpen = others.some(({ name }) => given.fields[name] || given.errors[name]);
  return (
    <form className={styles.filter} action={siteHref(path)}>
      <EntryFields fields={[]} given={given} others={fields.map(({ name }) => name)} />
      {search.map((field) => (
        <div key={field.name} className={styles.search}>
          <FormField {...field} placeholder={field.label} given={given} />
        </div>
      ))}
      <details open={isOpen}>
        <summary>{shellWords.filters}</summary>
        <div>
          {others.map((field) => (
            <div key={field.name} className={styles.narrow}>
              <FormField {...field} given={given} />
            </div>
          ))}
        </div>
      </details>
      <Button type="submit">{search.length > 0 ? shellWords.search : words.show}</Button>
    </form>
  );
}

/** Renders the frame of a list: a filter, pages, and a link to the list as a file. */
export function ListFrame(props: FrameProps) {
  const { section, table, none, filter = {}, fields, kept, page = 1, isLast = true } = props;
  const path = `/staff/${section}`;
  const { retentionDays } = useDesk();
  const typed = Object.entries(filter).map(([name, value]) => [name, String(value ?? "")]);
  const given = { fields: Object.fromEntries(typed), errors: props.errors ?? {} };
  const pageHref = (to: number) => withQuery(path, { ...filter, page: to > 1 ? to : null });
  return (
    <DeskFrame title={words.parts[section]} section={section} tools={props.tools}>
      {props.children}
      {fields && <Filter path={path} fields={fields} given={given} />}
      {table}
      {table === null && none !== "" && <p>{none}</p>}
      {(page > 1 || !isLast) && (
        <nav className="links" aria-label={words.pages}>
          {page > 1 && (
            <TouchLink to={pageHref(page - 1)} rel="prev">
              {words.newer}
            </TouchLink>
          )}
          {!isLast && (
            <TouchLink to={pageHref(page + 1)} rel="next">
              {words.older}
            </TouchLink>
          )}
        </nav>
      )}
      {kept && (
        <p className="muted small">
          {fill(kept, { days: retentionDays })}{" "}
          <a className="touch" href={siteHref(withQuery(`${path}/file`, filter))}>
            {words.file}
          </a>
        </p>
      )}
    </DeskFrame>
  );
}

export function Table({ section, columns, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
    <section className={styles.table} tabIndex={0} aria-label={words.parts[section]}>
      <table className={styles.cards}>
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
          {rows.map(({ href, name, language, cells }) => (
            <tr key={href}>
              <td>
                <Link className="touch" to={href} {...inLanguage(language)}>
                  {name}
                </Link>
              </td>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders a list of the desk. */
export const List = ({
  columns,
  rows,
  ...frame
}: Omit<FrameProps, "table"> & Omit<TableProps, "section">) => (
  <ListFrame
    {...frame}
    table={rows.length > 0 ? <Table section={frame.section} columns={columns} rows={rows} /> : null}
  />
);

export const anyOf = (options: Readonly<Record<string, string>>) => ({ "": words.all, ...options });

const FailedRequest = () => <RequestId id={useRequest().requestId} />;

/** Returns the state of an event: its timing, after its status unless it takes place as scheduled. */
function eventState({ status }: EventItem, timing: EventTiming): string {
  const when = words.eventTimings[timing];
  return status === "scheduled" ? when : `${statuses[status]} · ${when}`;
}

export const EventList = ({ page: { rows, page, isLast, isRead } }: View<"events">) => (
  <List
    section="events"
    page={page}
    isLast={isLast}
    none={isRead ? words.none.events : ""}
    columns={[words.name, words.date, words.state, writingWords.language]}
    rows={rows.map(({ event, timing, languages }) => ({
      href: withQuery(`/staff/events/${event.id}`, { page: page > 1 ? page : null }),
      name: event.title,
      language: event.language,
      cells: [eventWhen(event), eventState(event, timing), languagesText(languages)],
    }))}
    tools={<TouchLink to="/staff/events/new">{newEvent}</TouchLink>}
  >
    <TouchLink to="/staff/bin">{writingWords.bin.link}</TouchLink>
    {!isRead && <p role="alert">{fill(listFailed, { message: words.problems.unavailable })}</p>}
    {!isRead && <FailedRequest />}
  </List>
);

export const NewsList = ({ page: { rows } }: View<"news-list">) => (
  <List
    section="news"
    none={rows === null ? "" : words.none.news}
    columns={[newsWords.fields.title, words.state, words.date, writingWords.language]}
    rows={(rows ?? []).map(({ id, title, state, at, languages }) => ({
      href: `/staff/news/${id}`,
      name: title,
      cells: [newsWords.stateNames[state], moment(at), languagesText(languages)],
    }))}
    tools={rows !== null && <TouchLink to="/staff/news/new">{newsWords.begin}</TouchLink>}
  >
    {rows === null && <p className="measure">{newsWords.elsewhere}</p>}
    {rows !== null && <TouchLink to="/staff/bin">{writingWords.bin.link}</TouchLink>}
  </List>
);
