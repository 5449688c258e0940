import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { cachePolicy } from "../http/cache/cache-control.ts";
import { pagePolicyHeaders } from "../http/security/content-security-policy.ts";

type Rendered = Omit<PageResponse<unknown>, "pipe">;

/** Two pages have this URL, by what the visitor's browser and the visitor say (docs/decisions/0060). */
const PAGE_VARY = "Accept-Encoding, Save-Data, Cookie";

function cacheControlOf({ nonce, status, isLive, leftOutBytes, freshness }: Rendered): string {
  if (nonce !== null) return cachePolicy.streamedPage;
  if (status >= 400 || isLive) return cachePolicy.error;
  if (leftOutBytes !== null) return cachePolicy.savingPage;
  const isGood = freshness.state === "static" || freshness.state === "fresh";
  return isGood ? cachePolicy.page : cachePolicy.stale;
}

/** The headers that pages have beside those of every response. */
export function pageHeaders(
  rendered: Rendered,
  { publicOrigin, formOrigins }: { publicOrigin: string; formOrigins: readonly string[] },
): Record<string, string> {
  const { nonce, styleHashes, leftOutBytes } = rendered;
  const isSecure = publicOrigin.startsWith("https:");
  const savesData = leftOutBytes !== null;
  return {
    ...pagePolicyHeaders({ nonce, isSecure, styleHashes, formOrigins, savesData }),
    "content-type": "text/html; charset=utf-8",
    "cache-control": cacheControlOf(rendered),
    vary: PAGE_VARY,
  };
}
