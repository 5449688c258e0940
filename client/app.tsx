import { OriginContext } from "./data/origin-context.ts";
import type { QueryStore } from "./data/page-query.ts";
import { QueryStoreContext } from "./data/query-store-context.ts";
import { SiteLayout } from "./layout/site-layout.tsx";

interface AppProps {
  store: QueryStore;
  /** Scheme and host the site is known by, no trailing slash. */
  origin: string;
  /** The server's year, so that server and browser print the same one. */
  year: number;
}

/** Everything inside `#root`, the same on both sides. A router stands around it. */
export function App({ store, origin, year }: AppProps) {
  return (
    <QueryStoreContext value={store}>
      <OriginContext value={origin}>
        <SiteLayout year={year} />
      </OriginContext>
    </QueryStoreContext>
  );
}
