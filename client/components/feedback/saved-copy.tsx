import * as words from "../../../content/words/en/feedback.json";
import type { OutcomeMeta } from "../../../shared/contract/outcome.ts";
import { fill } from "../../../shared/fill.ts";
import { formatSince } from "../../format/dates.ts";
import styles from "./saved-copy.module.css";

/** Tells the visitor that stale data is shown, and its time. Nothing while data is fresh. */
export function SavedCopy({ meta }: { meta: OutcomeMeta }) {
  if (!meta.stale) return null;
  return (
    <p className={`${styles.note} note muted small`} role="note">
      {fill(words.savedCopy, { time: formatSince(meta.fetchedAt, meta.now) })}
    </p>
  );
}
