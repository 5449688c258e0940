import * as words from "../../../content/words/en/desk.json";
import { DESK_STATES, type DeskFilter, type DeskRow } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import formStyles from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";
import {
  ActionForm,
  Choice,
  DeskFrame,
  deskPage,
  moment,
  Pages,
  Table,
  useDesk,
  withQuery,
} from "./desk-page.tsx";

const PATH = "/staff/messages";

const hrefOf = ({ state, form, q, page }: DeskFilter, path = PATH) =>
  withQuery(path, { state: state === "new" ? null : state, form, q, page: page > 1 ? page : null });

/** By form and by words. */
const Filter = ({ filter: { state, form, q } }: { filter: DeskFilter }) => (
  <form className={styles.filter} action={siteHref(PATH)}>
    <input type="hidden" name="state" value={state} />
    <Choice name="form" label={words.form} value={form} options={words.forms} />
    <div className={formStyles.field}>
      <label htmlFor="q">{words.search}</label>
      <input
        className={formStyles.control}
        id="q"
        name="q"
        type="search"
        defaultValue={q}
        maxLength={100}
      />
    </div>
    <Button type="submit">{words.show}</Button>
  </form>
);

const rowOf = ({ reference, form, receivedAt, name }: DeskRow) => ({
  key: reference,
  cells: [
    <Link key="name" to={`${form === "gift" ? "/staff/gifts" : PATH}/${reference}`}>
      {name || words.nobody}
    </Link>,
    words.forms[form],
    <time key="at" dateTime={receivedAt}>
      {moment(receivedAt)}
    </time>,
    reference,
  ],
});

export const page = deskPage("messages", words.messages, ({ page: view }) => {
  const { filter, rows, isLast, counts, failedMails } = view;
  const { retentionDays } = useDesk();
  return (
    <DeskFrame title={words.messages} part={PATH}>
      {failedMails.length > 0 && (
        <section className="panel stack tight" aria-labelledby="mails">
          <h2 id="mails" className="large">
            {words.failedMails}
          </h2>
          <p>{words.failedMailsText}</p>
          <ul>
            {failedMails.map(({ recipient, subject, createdAt }) => (
              <li key={subject + createdAt}>{`${recipient}: ${subject}`}</li>
            ))}
          </ul>
          <ActionForm action="/staff/mails" buttons={[["retry", words.tryAgain]]} />
        </section>
      )}
      <TabLinks
        label={words.filter}
        tabs={DESK_STATES.map((state) => ({
          text: words.states[state],
          count: counts[state],
          href: hrefOf({ ...filter, state, page: 1 }),
          isCurrent: state === filter.state,
        }))}
      />
      <Filter filter={filter} />
      <Table
        caption={words.messages}
        columns={[words.name, words.form, words.date, words.reference]}
        rows={rows.map(rowOf)}
      />
      <Pages page={filter.page} isLast={isLast} hrefOf={(page) => hrefOf({ ...filter, page })} />
      <p>
        <a className="touch" href={siteHref(hrefOf({ ...filter, page: 1 }, `${PATH}/file`))}>
          {words.file}
        </a>
      </p>
      <p className="muted small">{fill(words.kept, { days: retentionDays })}</p>
    </DeskFrame>
  );
});
