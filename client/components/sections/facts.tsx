import styles from "./facts.module.css";

interface Props {
  facts: readonly { value: string; label: string }[];
  /** On a deep band the figures are gold. */
  tone?: "plain" | "deep";
}

/** A few large figures with their labels. */
export function Facts({ facts, tone = "plain" }: Props) {
  return (
    <dl className={styles.facts} data-tone={tone}>
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
