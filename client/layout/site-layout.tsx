import { Component, type ReactNode } from "react";
import * as errorWords from "../../content/words/en/error.json";
import * as words from "../../content/words/en/header.json";
import { useRequest } from "../data/request-context.ts";
import { siteHref } from "../format/hrefs.ts";
import { useLocation } from "../navigation.ts";
import { PageOutlet } from "./page-outlet.tsx";
import { SiteHeader } from "./site-header.tsx";
import styles from "./site-shell.module.css";

interface Props {
  /** Rendered in place of the children after an error. */
  fallback: (error: unknown) => ReactNode;
  /** A new key mounts the children again. */
  resetKey?: string;
  children: ReactNode;
}

type State = { failed: { error: unknown } | null; resetKey: string | undefined };

/** Limits an error to a part of the page. */
class ErrorBoundary extends Component<Props, State> {
  // A constructor in place of a class field: compiled for Safari 15, fields need 1 kB of helper code.
  constructor(props: Props) {
    super(props);
    this.state = { failed: null, resetKey: props.resetKey };
  }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: null, resetKey };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === null ? this.props.children : this.props.fallback(failed.error);
  }
}

/** Replaces a header or footer that failed by plain links without any behaviour. */
const PlainLinks = () => (
  <nav>
    {useRequest().frame.header.map(({ text, link }) => (
      <p key={link}>
        <a href={siteHref(link)}>{text}</a>
      </p>
    ))}
  </nav>
);

/** The frame of every page, including error pages. The footer comes after `#root`: client/entry-server.tsx. */
export const SiteShell = ({ children }: { children: ReactNode }) => (
  <>
    <a className="skip-link visually-hidden" href="#main">
      {words.skip}
    </a>
    <ErrorBoundary fallback={() => <PlainLinks />}>
      <SiteHeader />
    </ErrorBoundary>
    <main id="main" className={styles.main}>
      {children}
    </main>
    <div id="announcer" className="visually-hidden" aria-live="polite" />
  </>
);

/** Renders the default view of an unhandled error (spec section 8), with the error message only in development. */
const errorView = (error: unknown) => (
  <section className="page band stack">
    <h1>{errorWords.title}</h1>
    <p className="intro">{errorWords.ourSide}</p>
    {/* The digest is the id of the request (client/entry-server.tsx); an error in the browser has none. */}
    <p>{[errorWords.status, 500, Object(error).digest].join(" ")}</p>
    {import.meta.env.DEV && <pre>{String(error)}</pre>}
    <p className="links">
      <a href={siteHref("/")}>{errorWords.home}</a>
    </p>
  </section>
);

export function SiteLayout() {
  const { key } = useLocation();
  return (
    <SiteShell>
      <ErrorBoundary fallback={errorView} resetKey={key}>
        <PageOutlet />
      </ErrorBoundary>
    </SiteShell>
  );
}
