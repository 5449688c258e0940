import * as words from "../../../content/words/en/desk.json";
import * as giftWords from "../../../content/words/en/desk-gifts.json";
import { locale } from "../../../content/words/en/language.json";
import type { DeskSum, DeskTotals } from "../../../shared/contract/desk.ts";
import { fill } from "../../../shared/fill.ts";
import { minorFigure } from "../../../shared/forms/donation.ts";
import { withQuery } from "../../../shared/paths.ts";
import { Button } from "../../components/links/button.tsx";
import { Link } from "../../components/links/link.tsx";
import { formatDay } from "../../format/dates.ts";
import { siteHref } from "../../format/hrefs.ts";
import { counted } from "../../format/text.ts";
import styles from "./desk.module.css";
import { DeskFrame, EntryFields, wordOf } from "./desk-page.tsx";
import type { ContentView } from "./gift.tsx";

const dayText = (day: string): string =>
  formatDay({ at: `${day}T09:00:00.000Z`, precision: "day" });

const monthNames = new Intl.DateTimeFormat(locale, {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Returns the name of a month, such as "November 2026". */
const monthName = (month: string): string => monthNames.format(new Date(`${month}-01T00:00:00Z`));

/** The height of the plot, and the width of a month with its gap. */
const HEIGHT = 48;
const BAR = 14;
const STEP = 20;

/** Draws the sums of months as bars. The table beside the plot says the same. */
function Plot({ currency, months }: DeskTotals) {
  const highest = Math.max(...months.map(({ amountMinor }) => amountMinor), 1);
  const named = months.map(
    ({ name, amountMinor }) => `${name} ${minorFigure(amountMinor, currency)}`,
  );
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={fill(giftWords.plot, { currency, months: named.join(", ") })}
    >
      {months.map(({ name, amountMinor }, index) => {
        const height = Math.max(1, Math.round((amountMinor / highest) * HEIGHT));
        return <rect key={name} x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />;
      })}
    </svg>
  );
}

interface SumsProps {
  title: string;
  currency: string;
  sums: readonly DeskSum[];
  nameOf: (name: string) => string;
}

const Sums = ({ title, currency, sums, nameOf }: SumsProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{title}</th>
        <th scope="col">{currency}</th>
        <th scope="col">{giftWords.number}</th>
      </tr>
    </thead>
    <tbody>
      {sums.map(({ name, amountMinor, count }) => (
        <tr key={name}>
          <th scope="row">{nameOf(name)}</th>
          <td>{minorFigure(amountMinor, currency)}</td>
          <td>{count}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Renders what came in within a period: on the screen with a filter, on paper as a statement. */
export function GiftTotals({ page, content: { purposes } }: ContentView<"gift-totals">) {
  const { filter, errors, totals, rows } = page;
  const purposeOf = (name: string) => purposes.find(({ value }) => value === name)?.label ?? name;
  const methodOf = (name: string) =>
    name === "" ? giftWords.unknownMethod : wordOf(giftWords.methods, name);
  const period = { from: dayText(filter.from), to: dayText(filter.to) };
  const isRead = Object.keys(errors).length === 0;
  return (
    <DeskFrame title={giftWords.totalsTitle} section="gifts">
      <p className="links screen">
        <Link to="/staff/gifts">{words.back.gifts}</Link>
      </p>
      <form className={`${styles.filter} screen`} action={siteHref("/staff/gifts/totals")}>
        <EntryFields
          fields={[
            { name: "from", label: giftWords.from, type: "date", placeholder: "2026-01-01" },
            { name: "to", label: giftWords.to, type: "date", placeholder: "2026-12-31" },
          ]}
          given={{ fields: filter, errors }}
        />
        <Button type="submit">{words.show}</Button>
      </form>
      {isRead && <p className="large semibold">{fill(giftWords.statement, period)}</p>}
      {isRead && totals.length === 0 && <p>{giftWords.none}</p>}
      {totals.map((total) => (
        <section key={total.currency} className="panel stack" aria-labelledby={total.currency}>
          <h2 id={total.currency} className="large">
            {`${minorFigure(total.amountMinor, total.currency)}, ${counted(giftWords.gifts, total.count)}`}
          </h2>
          <Plot {...total} />
          <div className={`${styles.sums} stack loose`}>
            <Sums
              title={giftWords.month}
              currency={total.currency}
              sums={total.months}
              nameOf={monthName}
            />
            <Sums
              title={giftWords.purpose}
              currency={total.currency}
              sums={total.purposes}
              nameOf={purposeOf}
            />
            <Sums
              title={giftWords.method}
              currency={total.currency}
              sums={total.methods}
              nameOf={methodOf}
            />
          </div>
        </section>
      ))}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table
        <section className={styles.table} tabIndex={0} aria-labelledby="each">
          <h2 id="each" className="large">
            {giftWords.each}
          </h2>
          <table>
            <thead>
              <tr>
                <th scope="col">{giftWords.day}</th>
                <th scope="col">{giftWords.amount}</th>
                <th scope="col">{giftWords.purpose}</th>
                <th scope="col">{giftWords.method}</th>
                <th scope="col">{giftWords.donor}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ reference, day, amount, purpose, method, name }) => (
                <tr key={reference}>
                  <td>
                    <Link to={`/staff/gifts/${reference}`}>{day}</Link>
                  </td>
                  <td>{amount}</td>
                  <td>{purposeOf(purpose)}</td>
                  <td>{methodOf(method)}</td>
                  <td>{name || giftWords.unnamed}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > 0 && <p className="muted small">{giftWords.named}</p>}
      {isRead && (
        <p className="links screen">
          <a className="touch" href={siteHref(withQuery("/staff/gifts/totals/file", filter))}>
            {giftWords.file}
          </a>
          <span className="muted">{giftWords.print}</span>
        </p>
      )}
    </DeskFrame>
  );
}
