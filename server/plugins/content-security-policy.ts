const FRAMES = "https://www.openstreetmap.org https://www.google.com/maps/";

/** Where browsers tell of what the policy kept from happening (`routes/csp-reports.ts`). */
export const CSP_REPORTS = "/csp-reports";

export interface PolicyOptions {
  /** Null when the page's scripts are our own files alone; else the nonce of this answer. */
  nonce: string | null;
  isSecure: boolean;
  /** Hashes of style elements that stand in the page, as `sha256-...`. */
  styleHashes?: readonly string[];
}

/**
 * The policy of a page whose scripts are our own files, or carry this answer's nonce. Text becomes
 * HTML in the browser through the one policy of `client/components/trusted-html.ts`.
 */
function contentSecurityPolicy({ nonce, isSecure, styleHashes = [] }: PolicyOptions): string {
  const scripts = nonce === null ? "'self'" : `'nonce-${nonce}' 'strict-dynamic'`;
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(" "),
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${FRAMES}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types cleaned-html",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
    `report-uri ${CSP_REPORTS}`,
    "report-to csp",
  ].join("; ");
}

/** The headers of a page that only pages have: the policy, and where breaches of it are told. */
export function pagePolicyHeaders(options: PolicyOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "reporting-endpoints": `csp="${CSP_REPORTS}"`,
  };
}
