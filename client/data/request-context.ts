import { createContext, use } from "react";
import type { FormState } from "../../shared/contract/form-state.ts";
import type { PageRequest } from "../../shared/contract/page-renderer.ts";
import type { FormName } from "../../shared/forms/form-names.ts";
import { useLocation } from "../navigation.ts";
import type { QueryStore } from "./queries.ts";

/** A page without scripts, fonts and pictures, for a visitor who saves data (docs/decisions/0060). */
export interface DataSaver {
  /** The bytes of a built file as it is sent; null where they are not known. */
  sizeOf: (url: string) => number | null;
  /** Adds a file that another visitor's page loads. */
  leaveOut: (url: string) => void;
}

/** What the site knows of this request (server) or visit (browser). */
export interface SiteRequest
  extends Pick<PageRequest, "form" | "takesPayments" | "gift" | "found" | "desk">,
    Partial<Pick<PageRequest, "apiDocument" | "requestId">> {
  store: QueryStore;
  /** Scheme and host the site is known by, no trailing slash: the same on both sides. */
  origin: string;
  saver?: DataSaver | null;
}

export const RequestContext = /* @__PURE__ */ createContext<SiteRequest | null>(null);

export function useRequest(): SiteRequest {
  const request = use(RequestContext);
  if (!request) throw new Error("RequestContext is not provided");
  return request;
}

/** Call it under `import.meta.env.SSR` only, so that nothing of data saver is in a script. */
export const dataSaver = () => useRequest().saver;

/** Null on another page than it was posted to, and after a navigation. */
export function useFormState(form: FormName): FormState | null {
  const state = useRequest().form;
  const isFirstPage = useLocation().key === "default";
  return isFirstPage && state?.form === form ? state : null;
}
