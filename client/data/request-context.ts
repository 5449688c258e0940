import { createContext, use } from "react";
import type { SiteFrame } from "../../shared/content/documents.ts";
import type { FormState } from "../../shared/contract/form-state.ts";
import type { PageRequest } from "../../shared/contract/page-renderer.ts";
import type { FormName } from "../../shared/forms/form-names.ts";
import { useLocation } from "../navigation.ts";
import type { QueryStore } from "./queries.ts";

/** A page without scripts, fonts and pictures, for a visitor who saves data (docs/decisions/0060). */
export interface DataSaver {
  /** Returns the bytes of a built file as sent; null when its size is not known. */
  sizeOf: (url: string) => number | null;
  /** Records a file that the page leaves out and other visitors load. */
  leaveOut: (url: string) => void;
}

/** The facts the site has about this request (server) or visit (browser). */
export interface SiteRequest
  extends Pick<PageRequest, "form" | "takesPayments">,
    Partial<Pick<PageRequest, "apiDocument" | "requestId" | "content" | "data">> {
  store: QueryStore;
  frame: SiteFrame;
  /** The public scheme and host of the site, without a trailing slash, the same on server and browser. */
  origin: string;
  saver?: DataSaver | null;
}

export const RequestContext = /* @__PURE__ */ createContext<SiteRequest | null>(null);

export function useRequest(): SiteRequest {
  const request = use(RequestContext);
  if (!request) throw new Error("RequestContext is not provided");
  return request;
}

/**
 * Returns data saver of this request. Call this function under `import.meta.env.SSR` only, so that no script contains code for data saver.
 */
export const dataSaver = () => useRequest().saver;

/** Returns the data of a live page. Call this function under `import.meta.env.SSR` only: the browser renders no live page with data. */
export const liveData = () => useRequest().data ?? null;

/** Returns the state of a posted form. Null on any page but the one that the form was posted to, and after a navigation. */
export function useFormState(form: FormName): FormState | null {
  const state = useRequest().form;
  const isFirstPage = useLocation().key === "default";
  return isFirstPage && state?.form === form ? state : null;
}
