import type { ReactNode } from "react";
import * as words from "../../../content/words/en/links.json";
import styles from "./button.module.css";
import { Link } from "./link.tsx";

interface Props {
  href: string;
  /** `main` is the one filled action of a screen; `gold` is for donations. */
  variant?: "main" | "gold" | "plain";
  /** A URL that the server redirects: the browser loads it, not the router. */
  isRedirected?: boolean;
  children: ReactNode;
}

/** A link styled as a button. Links to other sites open in a new tab. */
export function ButtonLink({ href, variant = "main", isRedirected = false, children }: Props) {
  const className = `${styles.button} ${styles[variant]}`;
  if (!href.startsWith("/")) {
    return (
      <a className={className} href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="visually-hidden">{` ${words.newTab}`}</span>
      </a>
    );
  }
  return (
    <Link className={className} to={href} reloadDocument={isRedirected}>
      {children}
    </Link>
  );
}
