import type { ReactNode } from "react";
import styles from "./cloth-box.module.css";
import { type Pattern, patternClass } from "./pattern.ts";

/** A deep box with a cloth at its side: what closes a grid of cards. */
export function ClothBox({ pattern, children }: { pattern: Pattern; children: ReactNode }) {
  return (
    <div className={styles.box}>
      <div className={`${styles.cloth} ${patternClass(pattern)}`} aria-hidden="true" />
      <div className={styles.words}>{children}</div>
    </div>
  );
}
