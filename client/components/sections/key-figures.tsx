import { HowWeKnow } from "../links/how-we-know.tsx";
import styles from "./key-figures.module.css";
import "./figure.css";

interface Props {
  /** The figures. `note` says what a figure counts, `claim` is its key in content/claims.json. */
  figures: readonly { value: string; label: string; note?: string; claim?: string }[];
  tone?: "plain" | "deep";
}

/** A few large figures with their labels, read in this order: "4 Projects Completed". */
export const KeyFigures = ({ figures, tone = "plain" }: Props) => (
  <ul className={`${styles.figures} ${tone === "deep" ? styles.deep : ""}`} role="list">
    {figures.map(({ value, label, note, claim }) => (
      <li key={label} className="rule stack tight">
        <strong className="figure">{`${value} `}</strong>
        <div className="muted">
          <span>{label}</span>
          {note && <small>{` ${note}`}</small>}
          {claim && <HowWeKnow claim={claim} text={label} />}
        </div>
      </li>
    ))}
  </ul>
);
