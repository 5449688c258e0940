import styles from "./progress.module.css";

/** A thin bar at the top while the next page is loading. */
export function Progress({ isActive }: { isActive: boolean }) {
  return <div className={styles.bar} data-active={isActive || undefined} aria-hidden="true" />;
}
