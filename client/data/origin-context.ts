import { createContext, useContext } from "react";

/** Scheme and host the site is known by, no trailing slash: the same on both sides. */
export const OriginContext = createContext("");

/** For addresses that leave the site: shared links, calendars to subscribe to. */
export function useOrigin(): string {
  return useContext(OriginContext);
}
