import type { AnswerMeta } from "../../shared/contract/answers.ts";
import { formatSince } from "../../shared/format/dates.ts";
import styles from "./saved-copy.module.css";

/** Says openly that what follows is the last good copy, and from when. Nothing while data is fresh. */
export function SavedCopy({ meta }: { meta: AnswerMeta }) {
  if (!meta.stale) return null;
  return (
    <p className={styles.note} role="note">
      {`Saved copy from ${formatSince(meta.fetchedAt, meta.now)}`}
    </p>
  );
}
