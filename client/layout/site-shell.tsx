import type { ReactNode } from "react";
import * as words from "../../content/words/en/header.json";
import { ErrorBoundary } from "./error-boundary.tsx";
import { plainLinks } from "./plain-links.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./site-shell.module.css";

/** Around every page, error pages included. The footer stands after `#root`: after-root.tsx. */
export function SiteShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        {words.skip}
      </a>
      <ErrorBoundary fallback={plainLinks}>
        <SiteHeader />
      </ErrorBoundary>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <div id="announcer" className="visually-hidden" aria-live="polite" />
    </>
  );
}
