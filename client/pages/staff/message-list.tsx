import * as words from "../../../content/words/en/desk.json";
import * as replyWords from "../../../content/words/en/desk-replies.json";
import * as shellWords from "../../../content/words/en/desk-shell.json";
import {
  BIN_DAYS,
  DESK_LISTS,
  type DeskList,
  type DeskRow,
} from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { withQuery } from "../../../shared/paths.ts";
import form from "../../components/forms/form.module.css";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { siteHref } from "../../format/hrefs.ts";
import { counted } from "../../format/text.ts";
import { colleagueName } from "./contact-links.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  moment,
  Panel,
  recently,
  TouchLink,
  useDesk,
  type View,
} from "./desk-page.tsx";
import { anyOf, ListFrame } from "./lists.tsx";
import { BulkAssign, Mine } from "./message-assign.tsx";

type Page = View<"messages">["page"];

/** The buttons for several messages, in each list. The Enter key presses the first button. */
const BULK_BUTTONS = {
  new: ["done", "spam", "delete"],
  waiting: ["done", "new", "spam", "delete"],
  done: ["new", "spam", "delete"],
  spam: ["not-spam", "delete"],
  all: ["done", "spam", "delete"],
  bin: ["restore", "erase"],
} as const satisfies Record<DeskList, readonly string[]>;

const nameOf = ({ name }: DeskRow): string => name || words.nobody;

/** The parameter of a list in which all messages are ticked. Without scripts, a link is what ticks them. */
const TICK_ALL = "all";

/** Renders a row. Pledges have no box: the page of the gift says what may become of a pledge. */
function Row({ row, href, hasState }: { row: DeskRow; href: string; hasState: boolean }) {
  const { reference, receivedAt, state, subject, excerpt } = row;
  const { now, asked } = useDesk();
  return (
    <tr>
      <td>
        {row.form !== "gift" && (
          <label className={`${form.box} screen`}>
            <input
              type="checkbox"
              name="item"
              value={`${reference}:${state}`}
              defaultChecked={asked === TICK_ALL}
            />
            <span className="visually-hidden">
              {fill(words.chooseOne, { name: nameOf(row), reference })}
            </span>
          </label>
        )}
      </td>
      <td>
        <Link className="touch" to={href}>
          <bdi>{nameOf(row)}</bdi>
        </Link>
      </td>
      <td className={styles.text} dir="auto">
        {subject && <span className="semibold">{subject}</span>}
        {subject && excerpt && " – "}
        {excerpt && <span className="muted">{excerpt}</span>}
      </td>
      <td>
        <time dateTime={receivedAt} title={moment(receivedAt)}>
          {recently(receivedAt, now)}
        </time>
      </td>
      {hasState && <td>{words.states[state]}</td>}
      <td>{row.assignee && colleagueName(row.assignee)}</td>
      <td>{row.answered && recently(row.answered.at, now)}</td>
      <td>{words.forms[row.form]}</td>
      <td>{reference}</td>
    </tr>
  );
}

/** Renders the messages in a form, with buttons for those that are ticked. */
function MessageTable({ page }: { page: Page }) {
  const { state, page: number, ...others } = page.filter;
  const { filter } = useDesk();
  // The link has the state, so that the next message comes from this list even if this one has changed state.
  const opened = { state, ...others, page: number > 1 ? number : null };
  const hrefOf = ({ reference, form }: DeskRow) =>
    form === "gift"
      ? withQuery(`/staff/gifts/${reference}`, { list: "messages", ...opened })
      : withQuery(`/staff/messages/${reference}`, opened);
  const hasState = state === "all";
  // A person may ask to have everything erased.
  const isErasable = page.filter.person !== "" && state !== "bin";
  const buttons = isErasable ? [...BULK_BUTTONS[state], "erase" as const] : BULK_BUTTONS[state];
  return (
    <form className="stack" method="post" action={siteHref(withQuery("/staff/messages", filter))}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table */}
      <section className={styles.table} tabIndex={0} aria-label={words.parts.messages}>
        <table className={styles.messages}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{words.choose}</span>
              </th>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.about}</th>
              <th scope="col">{words.received}</th>
              {hasState && <th scope="col">{words.state}</th>}
              <th scope="col">{replyWords.assignee}</th>
              <th scope="col">{replyWords.answered}</th>
              <th scope="col">{words.form}</th>
              <th scope="col">{words.reference}</th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <Row key={row.reference} row={row} href={hrefOf(row)} hasState={hasState} />
            ))}
          </tbody>
        </table>
      </section>
      {/* biome-ignore lint/a11y/useSemanticElements: the buttons are no fields */}
      <div
        className={`${styles.sticky} ${styles.bulk} cluster tight screen`}
        role="group"
        aria-labelledby="bulk"
      >
        <span id="bulk" className="muted small">
          {words.bulk}
        </span>
        {buttons.map((action) => (
          <Button key={action} type="submit" name="action" value={action}>
            {words.bulkButtons[action]}
          </Button>
        ))}
        <Link className="touch" to={withQuery("/staff/messages", { ...filter, ask: TICK_ALL })}>
          {shellWords.tickAll}
        </Link>
        {state !== "bin" && <BulkAssign colleagues={page.colleagues} />}
      </div>
    </form>
  );
}

/** Asks whether the ticked messages are to be erased. */
function BulkQuestion({ page, ask }: { page: Page; ask: NonNullable<Page["ask"]> }) {
  const { filter } = useDesk();
  const { title, yes, no } = words.bulkQuestion;
  const path = withQuery("/staff/messages", filter);
  const describe = (reference: string) => {
    const row = page.rows.find((one) => one.reference === reference);
    return row ? [nameOf(row), row.subject, reference].filter(Boolean).join(" – ") : reference;
  };
  return (
    <Panel id="question" title={counted(title, ask.length)}>
      <ul role="list">
        {ask.map(({ reference }) => (
          <li key={reference}>{describe(reference)}</li>
        ))}
      </ul>
      <p>{words.question.text}</p>
      <TouchLink to={path}>{counted(no, ask.length)}</TouchLink>
      <ActionForm action={path} buttons={[["erase", counted(yes, ask.length)]]}>
        <input type="hidden" name="sure" value="1" />
        {ask.map(({ reference, state }) => (
          <input key={reference} type="hidden" name="item" value={`${reference}:${state}`} />
        ))}
      </ActionForm>
    </Panel>
  );
}

/** Returns the text of a list of messages without rows. Messages that match may be under another tab. */
function noMessages({ filter: { q, from, to, person, assignee }, counts }: Page): string {
  if (q === "")
    return from + to + person + assignee === "" ? words.none.messages : words.none.filtered;
  return fill(counts.all > 0 ? words.none.elsewhere : words.none.search, { text: q });
}

export function MessageList({ page }: View<"messages">) {
  const { filter, rows, counts, errors, ask, failedMails, isLast } = page;
  const { page: number, ...shown } = filter;
  const inList = (state: DeskList) => ({ ...shown, state: state === "new" ? null : state });
  return (
    <ListFrame
      section="messages"
      filter={inList(filter.state)}
      errors={errors}
      page={number}
      isLast={isLast}
      none={noMessages(page)}
      table={rows.length > 0 ? <MessageTable page={page} /> : null}
      fields={[
        { name: "q", label: words.search, type: "search", maxLength: 100 },
        { name: "form", label: words.form, options: anyOf(words.forms) },
        { name: "from", label: words.from, type: "date", placeholder: "2026-11-28" },
        { name: "to", label: words.to, type: "date", placeholder: "2026-11-28" },
      ]}
      kept={filter.state === "bin" ? fill(replyWords.binList, { days: BIN_DAYS }) : words.kept}
      tools={
        <>
          <TabLinks
            label={words.filter}
            tabs={DESK_LISTS.map((one) => ({
              text: words.states[one],
              count: counts[one],
              href: withQuery("/staff/messages", inList(one)),
              isCurrent: one === filter.state,
            }))}
          />
          <Mine filter={inList(filter.state)} assignee={filter.assignee} />
        </>
      }
    >
      {failedMails.length > 0 && (
        <Panel id="mails" title={words.failedMails}>
          <p>{words.failedMailsText}</p>
          <ul role="list">
            {failedMails.map(({ reference, recipient, subject }) => (
              <li key={reference}>{`${recipient}: ${subject}`}</li>
            ))}
          </ul>
          <ActionForm action="/staff/mails" buttons={[["retry", words.tryAgain]]} />
        </Panel>
      )}
      {ask !== null && <BulkQuestion page={page} ask={ask} />}
      {filter.person !== "" && (
        <p className="links">
          <span>{fill(words.ofPerson, { email: filter.person })}</span>
          <Link to={withQuery("/staff/messages", { ...inList(filter.state), person: null })}>
            {words.everybody}
          </Link>
        </p>
      )}
    </ListFrame>
  );
}
