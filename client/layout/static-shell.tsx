import type { ReactNode } from "react";
import navigation from "../../content/navigation.json";
import { ErrorBoundary } from "./error-boundary.tsx";
import { PlainLinks } from "./plain-links.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./static-shell.module.css";

interface Props {
  /** The server's year, for the copyright line. */
  year: number;
  children: ReactNode;
}

const mainLinks = () => <PlainLinks label="Main" links={navigation.header} />;
const allLinks = () => (
  <PlainLinks label="Footer" links={navigation.footer.flatMap(({ links }) => links)} />
);

/** What stands around every page, errors included. */
export function StaticShell({ year, children }: Props) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <ErrorBoundary fallback={mainLinks}>
        <SiteHeader />
      </ErrorBoundary>
      <main id="main" className={styles.main}>
        {children}
      </main>
      <ErrorBoundary fallback={allLinks}>
        <SiteFooter year={year} />
      </ErrorBoundary>
      <div id="announcer" className="visually-hidden" aria-live="polite" />
    </>
  );
}
