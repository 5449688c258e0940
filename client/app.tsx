import type { FormState } from "../shared/contract/form-state.ts";
import { FormStateContext } from "./data/form-state-context.ts";
import type { QueryStore } from "./data/page-query.ts";
import { QueryStoreContext } from "./data/query-store-context.ts";
import { SiteLayout } from "./layout/site-layout.tsx";

interface AppProps {
  store: QueryStore;
  /** The server's year, so that server and browser print the same one. */
  year: number;
  /** What a form came back with, when the page was posted to. */
  form: FormState | null;
}

/** Everything inside `#root`, the same on both sides. A router stands around it. */
export function App({ store, year, form }: AppProps) {
  return (
    <QueryStoreContext value={store}>
      <FormStateContext value={form}>
        <SiteLayout year={year} />
      </FormStateContext>
    </QueryStoreContext>
  );
}
