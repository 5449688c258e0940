import { createContext, useContext } from "react";
import type { SearchView } from "../../shared/model/search.ts";

/** What was searched and found; null elsewhere than on the search page. The server alone has it. */
export const SearchContext = createContext<SearchView | null>(null);

export const useSearchView = () => useContext(SearchContext);

/** The OpenAPI document, for the page that draws it. The server alone has it. */
export const ApiDocumentContext = createContext<() => object | null>(() => null);
