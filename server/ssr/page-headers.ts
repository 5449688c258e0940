import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { cachePolicy } from "../http/cache/cache-control.ts";
import type { CachedResponse } from "../http/cache/cached-response.ts";
import { pagePolicyHeaders } from "../http/security/content-security-policy.ts";
import { securityHeaders } from "../http/security/security-headers.ts";

interface WholePage {
  isSecure: boolean;
  state: PageResponse<unknown>["freshness"]["state"];
  status: CachedResponse["status"];
  styleHashes: readonly string[];
  formOrigins: readonly string[];
  savesData: boolean;
}

/** Two pages have this URL, by what the visitor's browser and the visitor say (docs/decisions/0060). */
export const PAGE_VARY = "Accept-Encoding, Save-Data, Cookie";

function cacheControlOf({ state, status, savesData }: WholePage): string {
  if (status === 404) return cachePolicy.error;
  if (savesData) return cachePolicy.savingPage;
  return state === "stale" || state === "failed" ? cachePolicy.stale : cachePolicy.page;
}

/** Names and values of the headers of every page that is sent whole, flat. */
export function wholePageHeaders(page: WholePage): string[] {
  const headers = {
    ...securityHeaders(page),
    ...pagePolicyHeaders({
      isSecure: page.isSecure,
      styleHashes: page.styleHashes,
      formOrigins: page.formOrigins,
      savesData: page.savesData,
      nonce: null,
    }),
    "content-type": "text/html; charset=utf-8",
    "cache-control": cacheControlOf(page),
    vary: PAGE_VARY,
  };
  return Object.entries(headers).flat();
}
