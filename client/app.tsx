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
  /** The state of a form that was posted to the page. */
  form: FormState | null;
}

/** Everything inside `#root`, the same on both sides; a router wraps it. */
export function App({ store, origin, form }: AppProps) {
  return (
    <QueryStoreContext value={store}>
      <OriginContext value={origin}>
        <FormStateContext value={form}>
          <SiteLayout />
        </FormStateContext>
      </OriginContext>
    </QueryStoreContext>
  );
}
