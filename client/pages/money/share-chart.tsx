import { claims } from "../../../content/claims.json?claims";
import { use } from "../../../content/where-the-money-goes.json?claims";
import * as words from "../../../content/words/en/money.json";
import { HowWeKnow } from "../../components/links/how-we-know.tsx";
import styles from "./use.module.css";

const SIDE = 10;

/** The squares from one number to another, in rows of ten, as one path. */
function squares(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, index) => {
    const at = from + index;
    return `M${(at % SIDE) * SIDE + 1} ${Math.floor(at / SIDE) * SIDE + 1}h8v8h-8z`;
  }).join("");
}

/** How a gift is used: a hundred squares, and the same as a table. */
export function ShareChart() {
  const [programs, admin] = use.parts;
  const split = programs?.amount ?? 0;
  const end = split + (admin?.amount ?? 0);
  return (
    <div className={`${styles.use} split`}>
      <svg className={styles.chart} viewBox="0 0 100 100" role="img" aria-label={use.chartAlt}>
        <path d={squares(0, split)} />
        <path d={squares(split, end)} />
      </svg>
      <div className="stack loose">
        <p className="xl semibold">{use.text}</p>
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{words.usedFor}</th>
              <th scope="col">{words.share}</th>
              <th scope="col">{words.whatThatIs}</th>
            </tr>
          </thead>
          <tbody>
            {use.parts.map(({ claim, amount, text }) => (
              <tr key={claim}>
                <th scope="row" className="large">
                  {text}
                </th>
                <td className={`${styles.share} figure`}>{`${amount}%`}</td>
                <td className="muted measure">
                  <span>{claims[claim]?.counts}</span>
                  <HowWeKnow claim={claim} text={text} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
