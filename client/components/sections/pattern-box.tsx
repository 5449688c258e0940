import type { ReactNode } from "react";
import { type Pattern, patternClass } from "./page-header.tsx";
import styles from "./pattern-box.module.css";

/** A dark box with a pattern at its side, after a grid of cards. */
export const PatternBox = ({ pattern, children }: { pattern: Pattern; children: ReactNode }) => (
  <div className={`${styles.box} deep screen`}>
    <div className={patternClass(pattern)} aria-hidden="true" />
    <div className={`${styles.words} stack`}>{children}</div>
  </div>
);
