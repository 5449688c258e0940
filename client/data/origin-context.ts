import { createContext, useContext } from "react";

/** Scheme and host the site is known by, no trailing slash: the same on both sides. */
export const OriginContext = createContext("");

/** For URLs used outside the site: shared links, calendar subscriptions. */
export function useOrigin(): string {
  return useContext(OriginContext);
}
