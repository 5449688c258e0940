import { createContext, useContext } from "react";
import type { QueryStore } from "./page-query.ts";

export const QueryStoreContext = createContext<QueryStore | null>(null);

/** The store of this request (server) or visit (browser). */
export function useQueryStore(): QueryStore {
  const store = useContext(QueryStoreContext);
  if (!store) throw new Error("QueryStoreContext is not provided");
  return store;
}
