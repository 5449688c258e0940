import type { ReactNode } from "react";
import { Router } from "react-router";

interface Props {
  pathname: string;
  /** With its "?", or nothing. */
  search: string;
  children: ReactNode;
}

const nowhere = { createHref: String, go: () => {}, push: () => {}, replace: () => {} };

/** The router on the server: one address, and nowhere to go. */
export function StaticRouter({ pathname, search, children }: Props) {
  return (
    <Router
      location={{ pathname, search, hash: "", state: null, key: "default" }}
      navigator={nowhere}
      static
    >
      {children}
    </Router>
  );
}
