import type { ReactNode } from "react";
import styles from "./page-header.module.css";

/** A kitenge pattern of `content/images/patterns`. */
export type Pattern = "climate" | "emergency" | "gender" | "livelihoods" | "wash" | "youth";

export const patternClass = (pattern: Pattern) => `pattern ${pattern}`;

interface Props {
  title: string;
  subtitle?: string;
  above?: ReactNode;
  /**
   * A pattern at the side, or below on small screens. Every page that header and footer link to has a pattern, and no page below those
   * does.
   */
  pattern?: Pattern;
  children?: ReactNode;
}

/** The top of a page: one h1, a short subtitle, and optionally tabs. */
export const PageHeader = ({ title, subtitle, above, pattern, children }: Props) => (
  <div className={pattern ? `${styles.band} ${styles.patterned} warm` : `${styles.band} warm`}>
    <div className={`${styles.inner} page stack`}>
      {above}
      <h1>{title}</h1>
      {subtitle !== undefined && <p className="intro">{subtitle}</p>}
      {children}
    </div>
    {pattern && <div className={`${styles.pattern} ${patternClass(pattern)}`} aria-hidden="true" />}
  </div>
);
