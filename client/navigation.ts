import { createContext, useContext } from "react";

/** Set by the link. `stay` leaves scroll position and focus unchanged; `isFromGrid` is of the gallery. */
export type LinkState = { stay?: boolean; isFromGrid?: boolean };

/** The current URL, its parts as `window.location` has them. `key` identifies the history entry. */
export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: LinkState | null;
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

type Options = { state?: LinkState | null | undefined; replace?: boolean | undefined };
export type Navigate = (href: string, options?: Options) => void;

let router: Navigate | null = null;

/** For the router, which is there before anything that navigates is hydrated. */
export function setRouter(navigate: Navigate): void {
  router = navigate;
}

export const navigate: Navigate = (href, options) => router?.(href, options);
