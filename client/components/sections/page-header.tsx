import type { ReactNode } from "react";
import styles from "../media/pattern.module.css";
import pageHeaderStyles from "./page-header.module.css";

/** A kitenge pattern of `content/images/patterns`. */
export type Pattern = "climate" | "emergency" | "gender" | "livelihoods" | "wash" | "youth";

/** The class that fills a box with the pattern. */
export function patternClass(pattern: Pattern): string {
  return `${styles.pattern} ${styles[pattern]}`;
}

interface Props {
  title: string;
  standfirst?: string;
  /** Rendered above the title: breadcrumbs. */
  above?: ReactNode;
  /**
   * A kitenge pattern at the side, or below on small screens: on every page that header and footer
   * name, and on none below them.
   */
  pattern?: Pattern;
  children?: ReactNode;
}

/** The top of a page: one h1, a short standfirst, then perhaps its tabs. */
export function PageHeader({ title, standfirst, above, pattern, children }: Props) {
  return (
    <div
      className={
        pattern
          ? `${pageHeaderStyles.band} ${pageHeaderStyles.patterned} warm`
          : `${pageHeaderStyles.band} warm`
      }
    >
      <div className={`${pageHeaderStyles.inner} page stack`}>
        {above}
        <h1>{title}</h1>
        {standfirst !== undefined && <p className="intro">{standfirst}</p>}
        {children}
      </div>
      {pattern && (
        <div
          className={`${pageHeaderStyles.pattern} ${patternClass(pattern)}`}
          aria-hidden="true"
        />
      )}
    </div>
  );
}
