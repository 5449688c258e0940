import { createContext, useContext } from "react";

/** The state that a link sets. `stay` leaves scroll position and focus unchanged; `isFromGrid` belongs to the gallery. */
export type LinkState = { stay?: boolean; isFromGrid?: boolean };

/** The current URL, in the same properties as `window.location`. `key` identifies the history entry. */
export interface Location {
  pathname: string;
  search: string;
  hash: string;
  state: LinkState | null;
  key: string;
}

/** Returns the location of the first page of a visit, and of every page on the server, where only one URL exists. */
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

/** Stores the router's navigation. The router calls this before any component that navigates is hydrated. */
export function setRouter(navigate: Navigate): void {
  router = navigate;
}

export const navigate: Navigate = (href, options) => router?.(href, options);
