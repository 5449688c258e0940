import type { OutcomeMeta } from "../../../shared/contract/outcome.ts";
import { formatSince } from "../../format/dates.ts";
import styles from "./saved-copy.module.css";

/** Says openly that what follows is the last good copy, and from when. Nothing while data is fresh. */
export function SavedCopy({ meta }: { meta: OutcomeMeta }) {
  if (!meta.stale) return null;
  return (
    <p className={styles.note} role="note">
      {`Saved copy from ${formatSince(meta.fetchedAt, meta.now)}`}
    </p>
  );
}
