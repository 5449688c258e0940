import { createContext } from "react";

export interface NavigateOptions {
  /** Kept with the history entry; `{ stay: true }` leaves scroll position and focus where they are. */
  state?: unknown;
  replace?: boolean;
}

/** Goes to an address of this site without loading a page. */
export type Navigate = (href: string, options?: NavigateOptions) => void;

/** Null on the server and before hydration: links are then what they are, links. */
export const NavigateContext = createContext<Navigate | null>(null);
