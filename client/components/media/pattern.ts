import styles from "./pattern.module.css";

/** A kitenge pattern of `content/images/patterns`. */
export type Pattern = "climate" | "emergency" | "gender" | "livelihoods" | "wash" | "youth";

/** The class that fills a box with the pattern. */
export function patternClass(pattern: Pattern): string {
  return `${styles.pattern} ${styles[pattern]}`;
}
