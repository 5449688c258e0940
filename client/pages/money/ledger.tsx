import * as words from "../../../content/words/en/money.json";
import type { Documents } from "../../../shared/content/documents.ts";
import { fill } from "../../../shared/fill.ts";
import { DateText } from "../../components/dates/date-text.tsx";
import { Link } from "../../components/links/link.tsx";
import { Facts } from "../../components/sections/facts.tsx";
import styles from "./ledger.module.css";

type Claims = Documents["claims"]["claims"];

const rowsOf = (claims: Claims) =>
  Object.entries(claims).map(([key, claim]) => ({ key, ...claim }));
type Row = ReturnType<typeof rowsOf>[number];

const figureOf = ({ value, unit }: Pick<Row, "value" | "unit">) =>
  typeof value === "number" && unit !== "year" ? value.toLocaleString("en-US") : String(value);

function Figure({ row }: { row: Row }) {
  const { bound, unit } = row;
  const text = unit === "year" ? words.year : words.figure;
  const [before, after] = fill(text, {
    bound: bound === "exactly" ? "" : words.bounds[bound],
    unit,
  }).split("{value}");
  return (
    <p className={`${styles.figure} muted small`}>
      <span>{before}</span>
      <strong>{figureOf(row)}</strong>
      <span>{after}</span>
    </p>
  );
}

interface RowProps {
  row: Row;
  claims: Claims;
}

/** Renders the figures of other pages that contradict this one, and the work under way to resolve each conflict. */
const Conflicts = ({ row, claims }: RowProps) =>
  row.conflicts.map(({ claim, where, note }) => {
    const other = claims[claim];
    if (!other) return null;
    const said = fill(words.says, { figure: figureOf(other), note });
    const [before, after] = said.split("{page}");
    return (
      <p key={claim} className={`${styles.conflict} small measure`}>
        <span>{before}</span>
        <Link to={where.link}>{where.text}</Link>
        <span>{after}</span>
      </p>
    );
  });

function LedgerRow({ row, claims }: RowProps) {
  const { key, label, counts, asOf, source, status } = row;
  return (
    <li id={`claim-${key}`} className={styles.row} tabIndex={-1}>
      <Figure row={row} />
      <div className="stack tight">
        <h4>{label}</h4>
        <p className="muted small measure">{counts}</p>
        <Conflicts row={row} claims={claims} />
      </div>
      <Facts
        className={styles.facts}
        facts={[
          [words.source, source],
          [
            words.status,
            <span key="status">
              <span data-status={status}>
                {status === "verified" ? words.confirmed : words.unconfirmed}
              </span>
              {`${words.asOf} `}
              <DateText at={asOf} precision="day" />
            </span>,
          ],
        ]}
      />
    </li>
  );
}

interface LedgerProps {
  groups: Documents["where-the-money-goes"]["ledger"]["groups"];
  claims: Claims;
}

/** Renders every figure of the site with its definition, date and source. */
export const Ledger = ({ groups, claims }: LedgerProps) =>
  groups.map(({ id, title }) => (
    <section key={id} className={styles.group}>
      <h3>{title}</h3>
      <ul role="list">
        {rowsOf(claims)
          .filter(({ group }) => group === id)
          .map((row) => (
            <LedgerRow key={row.key} row={row} claims={claims} />
          ))}
      </ul>
    </section>
  ));

/** Returns the pairs of figures that contradict each other, without repetition. */
const pairsOf = (rows: readonly Row[]) =>
  rows.flatMap((row, index) =>
    row.conflicts.flatMap(({ claim, where, note }) => {
      const other = rows.slice(index).find(({ key }) => key === claim);
      if (!other) return [];
      const back = other.conflicts.find((conflict) => conflict.claim === row.key)?.where;
      return [
        {
          note,
          readings: [
            { row, where: back },
            { row: other, where },
          ],
        },
      ];
    }),
  );

export function KnownConflicts({ claims }: { claims: Claims }) {
  const [before, after] = words.on.split("{page}");
  return (
    <div className="beside">
      {pairsOf(rowsOf(claims)).map(({ note, readings }) => (
        <div key={readings[0]?.row.key} className={`${styles.pair} rule`}>
          {readings.map(({ row, where }) => (
            <div key={row.key}>
              <Figure row={row} />
              <p>
                <a href={`#claim-${row.key}`}>{row.label}</a>
              </p>
              {where && (
                <p className="muted small">
                  <span>{before}</span>
                  <Link to={where.link}>{where.text}</Link>
                  <span>{after}</span>
                </p>
              )}
            </div>
          ))}
          <p className={`${styles.note} muted small`}>{note}</p>
        </div>
      ))}
    </div>
  );
}
