import type { ReactNode } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { plainLinks } from "./plain-links.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./site-shell.module.css";

interface Props {
  year: number;
  children: ReactNode;
}

/** Header and footer around every page, error pages included. */
export function SiteShell({ year, children }: Props) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <ErrorBoundary fallback={plainLinks}>
        <SiteHeader />
      </ErrorBoundary>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <ErrorBoundary fallback={plainLinks}>
        <SiteFooter year={year} />
      </ErrorBoundary>
      <div id="announcer" className="visually-hidden" aria-live="polite" />
    </>
  );
}
