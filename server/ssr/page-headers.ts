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
}

function cacheControlOf({ state, status }: WholePage): string {
  if (status === 404) return cachePolicy.error;
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
      nonce: null,
    }),
    "content-type": "text/html; charset=utf-8",
    "cache-control": cacheControlOf(page),
    vary: "Accept-Encoding",
  };
  return Object.entries(headers).flat();
}
