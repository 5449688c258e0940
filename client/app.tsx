import type { QueryStore } from "./data/page-query.ts";
import { QueryStoreContext } from "./data/query-store-context.ts";
import { SiteLayout } from "./layout/site-layout.tsx";

interface AppProps {
  store: QueryStore;
  /** The server's year, so that server and browser print the same one. */
  year: number;
}

/** Everything inside `#root`, the same on both sides. A router stands around it. */
export function App({ store, year }: AppProps) {
  return (
    <QueryStoreContext value={store}>
      <SiteLayout year={year} />
    </QueryStoreContext>
  );
}
