import type { ReactNode } from "react";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./static-shell.module.css";

interface Props {
  /** The server's year, for the copyright line. */
  year: number;
  children: ReactNode;
}

/** What stands around every page, errors included. */
export function StaticShell({ year, children }: Props) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <SiteHeader />
      <main id="main" className={styles.main}>
        {children}
      </main>
      <SiteFooter year={year} />
      <div id="announcer" className="visually-hidden" aria-live="polite" />
    </>
  );
}
