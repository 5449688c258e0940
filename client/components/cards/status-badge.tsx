import * as words from "../../../content/words/en/cards.json";
import styles from "./status-badge.module.css";

/** Spec section 4: green for Current, orange otherwise. */
export function StatusBadge({ status }: { status: "current" | "past" }) {
  return (
    <span className={styles.badge} data-status={status}>
      {status === "current" ? words.current : words.past}
    </span>
  );
}
