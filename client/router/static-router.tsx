import type { ReactNode } from "react";
import { LocationProvider } from "../navigation.ts";

interface Props {
  pathname: string;
  /** With its "?", or nothing. */
  search: string;
  children: ReactNode;
}

/** The router on the server: one URL, no navigation. */
export function StaticRouter({ pathname, search, children }: Props) {
  return (
    <LocationProvider value={{ pathname, search, hash: "", state: null, key: "default" }}>
      {children}
    </LocationProvider>
  );
}
