import * as words from "../../../content/words/en/desk.json";
import type { DeskGiftFilter } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { minorFigure } from "../../../shared/forms/donation.ts";
import { Button } from "../../components/feedback/buttons.tsx";
import form from "../../components/forms/form.module.css";
import { Link } from "../../components/links/link.tsx";
import { siteHref } from "../../format/hrefs.ts";
import styles from "./desk.module.css";
import {
  Choice,
  DeskFrame,
  deskPage,
  moment,
  Pages,
  Table,
  useDesk,
  withQuery,
  wordOf,
} from "./desk-page.tsx";

const PATH = "/staff/gifts";

const hrefOf = ({ page, ...filter }: DeskGiftFilter, path = PATH) =>
  withQuery(path, { ...filter, page: page > 1 ? page : null });

const Filter = ({ filter: { state, currency, month } }: { filter: DeskGiftFilter }) => (
  <form className={styles.filter} action={siteHref(PATH)}>
    <Choice name="state" label={words.state} value={state} options={words.giftStates} />
    <Choice
      name="currency"
      label={words.currency}
      value={currency}
      options={{ USD: "USD", TZS: "TZS" }}
    />
    <div className={form.field}>
      <label htmlFor="month">{words.month}</label>
      <input
        className={form.control}
        id="month"
        name="month"
        type="month"
        placeholder="2026-11"
        defaultValue={month ?? ""}
      />
    </div>
    <Button type="submit">{words.show}</Button>
  </form>
);

export const page = deskPage("gifts", words.gifts, ({ page: { filter, rows, isLast } }) => {
  const { retentionDays } = useDesk();
  return (
    <DeskFrame title={words.gifts} part={PATH}>
      <Filter filter={filter} />
      <Table
        caption={words.gifts}
        columns={[words.name, words.amount, words.state, words.date, words.reference]}
        rows={rows.map(({ reference, createdAt, name, amountMinor, currency, state }) => ({
          key: reference,
          cells: [
            <Link key="name" to={`${PATH}/${reference}`}>
              {name || words.forgottenDonor}
            </Link>,
            minorFigure(amountMinor, currency),
            wordOf(words.giftStates, state),
            moment(createdAt),
            reference,
          ],
        }))}
      />
      <Pages page={filter.page} isLast={isLast} hrefOf={(page) => hrefOf({ ...filter, page })} />
      <p>
        <a className="touch" href={siteHref(hrefOf({ ...filter, page: 1 }, `${PATH}/file`))}>
          {words.file}
        </a>
      </p>
      <p className="muted small">{fill(words.giftsKept, { days: retentionDays })}</p>
    </DeskFrame>
  );
});
