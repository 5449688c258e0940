import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface Props {
  title: string;
  standfirst?: string;
  /** Stands above the title: breadcrumbs. */
  above?: ReactNode;
  children?: ReactNode;
}

/** The top of a page: one h1, a short standfirst, then perhaps its tabs. */
export function PageHeader({ title, standfirst, above, children }: Props) {
  return (
    <div className={styles.band}>
      <div className={styles.inner}>
        {above}
        <h1>{title}</h1>
        {standfirst !== undefined && <p className={styles.standfirst}>{standfirst}</p>}
        {children}
      </div>
    </div>
  );
}
