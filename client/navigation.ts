import { createContext, useContext } from "react";

/** Where the reader is. `key` names the history's entry, `state` is what a link left with it. */
export interface Location {
  pathname: string;
  /** With its "?", or nothing. */
  search: string;
  /** With its "#", or nothing. */
  hash: string;
  state: unknown;
  key: string;
}

const LocationContext = createContext<Location>({
  pathname: "/",
  search: "",
  hash: "",
  state: null,
  key: "default",
});

export const LocationProvider = LocationContext.Provider;

export const useLocation = (): Location => useContext(LocationContext);

export interface NavigateOptions {
  /** Kept with the history entry; `{ stay: true }` leaves scroll position and focus where they are. */
  state?: unknown;
  replace?: boolean;
}

/** Goes to an address of this site without loading a page. */
export type Navigate = (href: string, options?: NavigateOptions) => void;

/** Null on the server and before hydration: links are then what they are, links. */
export const NavigateContext = createContext<Navigate | null>(null);
