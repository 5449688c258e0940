import { createContext, useContext } from "react";

/** The current URL. `key` identifies the history entry, `state` is set by the link. */
export interface Location {
  pathname: string;
  /** With its "?", or nothing. */
  search: string;
  /** With its "#", or nothing. */
  hash: string;
  state: unknown;
  key: string;
}

/** The first page of a visit, and every page on the server: one URL, no navigation. */
export const firstLocation = (pathname: string, search: string): Location => ({
  pathname,
  search,
  hash: "",
  state: null,
  key: "default",
});

export const LocationContext = createContext(firstLocation("/", ""));

export const useLocation = (): Location => useContext(LocationContext);

/** The state is stored with the history entry; `{ stay: true }` leaves scroll position and focus unchanged. */
export type Navigate = (href: string, options?: { state?: unknown; replace?: boolean }) => void;

let router: Navigate | null = null;

/** For the router, which is there before anything that navigates is hydrated. */
export function setRouter(navigate: Navigate): void {
  router = navigate;
}

export const navigate: Navigate = (href, options) => router?.(href, options);
