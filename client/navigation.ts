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
  /** Stored with the history entry; `{ stay: true }` leaves scroll position and focus unchanged. */
  state?: unknown;
  replace?: boolean;
}

/** Navigates within the site without a page load. */
export type Navigate = (href: string, options?: NavigateOptions) => void;

/** Null on the server and before hydration: links are plain links then. */
export const NavigateContext = createContext<Navigate | null>(null);
