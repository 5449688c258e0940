import type { FormState } from "../shared/contract/form-state.ts";
import { FormStateContext } from "./data/form-state-context.ts";
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
  /** What a form came back with, when the page was posted to. */
  form: FormState | null;
}

/** Everything inside `#root`, the same on both sides. A router stands around it. */
export function App({ store, origin, year, form }: AppProps) {
  return (
    <QueryStoreContext value={store}>
      <OriginContext value={origin}>
        <FormStateContext value={form}>
          <SiteLayout year={year} />
        </FormStateContext>
      </OriginContext>
    </QueryStoreContext>
  );
}
