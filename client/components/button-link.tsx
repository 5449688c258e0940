import type { ReactNode } from "react";
import styles from "./button.module.css";
import { Link } from "./link.tsx";

interface Props {
  href: string;
  /** `main` is the one filled action of a screen, `gold` asks for a gift. */
  look?: "main" | "gold" | "plain" | "onDeep" | "dark" | "onGold";
  /** For an address that the server redirects: the browser asks it instead of the route table. */
  isRedirected?: boolean;
  children: ReactNode;
}

/** A link that looks like a button. Addresses of other sites open in a new tab. */
export function ButtonLink({ href, look = "main", isRedirected = false, children }: Props) {
  const className = `${styles.button} ${styles[look]}`;
  if (!href.startsWith("/")) {
    return (
      <a className={className} href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    );
  }
  return (
    <Link className={className} to={href} reloadDocument={isRedirected}>
      {children}
    </Link>
  );
}
