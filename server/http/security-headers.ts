/** The policy of what is no page: opened by itself, it loads and runs nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every response but files; pages replace the strict policy by their own. */
export function securityHeaders({ isSecure }: { isSecure: boolean }): Record<string, string> {
  const headers = {
    "content-security-policy": DATA_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "x-frame-options": "DENY",
  };
  return isSecure
    ? { ...headers, "strict-transport-security": "max-age=63072000; includeSubDomains" }
    : headers;
}

/** The others say what a document may do, and how it is embedded. */
const OF_FILES = new Set([
  "x-content-type-options",
  "cross-origin-resource-policy",
  "strict-transport-security",
]);

/** Headers of the scripts, styles, fonts and pictures that pages load (docs/decisions/0071). */
export const fileSecurityHeaders = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).filter(([name]) => OF_FILES.has(name));

const FRAMES = "https://www.openstreetmap.org https://www.google.com/maps/";

/** Where browsers report CSP violations (`routes/operations/csp-reports.ts`). */
export const CSP_REPORTS = "/csp-reports";

export interface PolicyOptions {
  /** The nonce of this response; null when the page's only scripts are our own files. */
  nonce: string | null;
  isSecure: boolean;
  /** Hashes of the inline stylesheets, as `sha256-...`. */
  styleHashes?: readonly string[];
  /** Origins that a form may lead to, besides ours: browsers check redirects of a post too. */
  formOrigins?: readonly string[];
  /** A page under data saver fetches nothing, whatever it contains. */
  savesData?: boolean;
}

/**
 * The policy of a page whose scripts are our own files, or have this response's nonce. Text becomes
 * HTML in the browser through one Trusted Types policy, in `client/components/article/rich-text.tsx`; the
 * other, in `client/offline/start.ts`, has the one URL of the service worker.
 */
function contentSecurityPolicy(options: PolicyOptions): string {
  const { nonce, isSecure, styleHashes = [], formOrigins = [], savesData = false } = options;
  const scripts = nonce === null ? "'self'" : `'nonce-${nonce}' 'strict-dynamic'`;
  const hashes = styleHashes.map((hash) => `'${hash}'`).join(" ");
  const fetched = [
    `script-src ${scripts}`,
    `style-src 'self' ${hashes}`.trimEnd(),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${FRAMES}`,
  ];
  const inside = ["script-src 'none'", `style-src ${hashes || "'self'"}`, "img-src data:"];
  return [
    "default-src 'none'",
    ...(savesData ? inside : fetched),
    ["form-action 'self'", ...formOrigins].join(" "),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types cleaned-html service-worker",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
    `report-uri ${CSP_REPORTS}`,
    "report-to csp",
  ].join("; ");
}

/** The headers that only pages have: the policy, and where its violations are reported. */
export function pagePolicyHeaders(options: PolicyOptions): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(options),
    "reporting-endpoints": `csp="${CSP_REPORTS}"`,
  };
}
