import { withoutSignature } from "../../url-signature.ts";

const maxUrlLength = 2048;
/** The limit for a URL including its signature, which is not part of what the URL names. */
const maxSignedLength = 4096;

/** The start of a URL without a scheme: the slashes of `//a.example`, the place before `www.a.example`. */
const WITHOUT_SCHEME = /^(?:\/\/|(?=www\.))/i;

/** Reads an absolute http(s) URL; `www.…` and `//…` become https. Removes the user name, which can make one host look like another. */
export function readWebUrl(text: string, maxLength = maxUrlLength): string | null {
  const url = text.trim().replace(WITHOUT_SCHEME, "https://");
  return /^https?:\/\//i.test(url) ? parseWebUrl(url, maxLength) : null;
}

/** A host without a scheme: `forms.gle/x`, `www.example.org:8080`. */
const bareHost =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(\p{L}{2,24})(?::\d{1,5})?(?:[/?#]|$)/u;
/**
 * The file endings that mark a bare text as a relative path. None of them is a top-level domain that anybody uses for a site.
 * Examples: `html`, `pdf`.
 */
const fileEnding =
  /^(?:html?|php|aspx?|jsp|pdf|docx?|xlsx?|pptx?|od[st]|rtf|txt|csv|xml|json|ics|jpe?g|png|gif|svg|webp|avif|mp[34])$/i;

/** Reads the URL of a link as people write it: like `readWebUrl`, but a host without a scheme (`forms.gle/x`) becomes https. */
export function readLinkUrl(text: string): string | null {
  const url = text.trim();
  const [, ending = "html"] = bareHost.exec(url) ?? [];
  const isFile = fileEnding.test(ending);
  return readWebUrl(url) ?? (isFile ? null : parseWebUrl(`https://${url}`, maxUrlLength));
}

/**
 * The path of a file that was uploaded at the source, not a page of this site. Examples: `/files/report.pdf`,
 * `/uploads/tap.jpg`; not `/events.ics`.
 */
const uploadedFile = /\.(?!(?:xml|ics|json|txt|html?)$)[a-z][a-z0-9]{1,4}$/i;

/**
 * Reads the `href` of a link in content: http(s), mailto, tel, a path of this site, or a path of a file at the source. Returns null for
 * anything else.
 */
export function readHref(text: string, baseUrl: string): string | null {
  const href = text.trim();
  const path = /^\/(?![/\\])/.test(href) ? readSitePath(href) : null;
  if (path !== null)
    return uploadedFile.test(path.split(/[?#]/, 1)[0] ?? "") ? new URL(path, baseUrl).href : path;
  if (/^mailto:/i.test(href)) {
    const isUsable = /^.{7}[^\s<>"\p{Cc}\p{Cs}@]+@[^\s<>"\p{Cc}\p{Cs}]+$/u.test(href);
    return isUsable && href.length <= maxUrlLength ? `mailto:${href.slice(7)}` : null;
  }
  if (!/^tel:/i.test(href)) return readLinkUrl(href);
  // "(0)" is for callers who dial without the country code.
  const number = href
    .slice(4)
    .replace(/^(\s*\+[^(]*)\(0\)/, "$1")
    .replace(/[\s\u200b\u2060]+/g, "");
  return /^\+?[0-9().;,*#=a-z-]{2,60}$/i.test(number) ? `tel:${number}` : null;
}

function readSitePath(href: string): string | null {
  const base = "https://site.invalid";
  const url = href.length > maxUrlLength ? null : URL.parse(href, base);
  // `/.//host` has the path `//host`, which a browser would take for another host.
  if (url?.origin !== base || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The ending of a file name: `tap.jpg`, `tap.jpg?width=640`. */
const FILE_NAME = /\.[a-z0-9]{2,5}(?:[?#]|$)/i;

/**
 * Reads the URL of an image; null if there is none. Http becomes https, as the content security policy requires, except on the host of
 * `baseUrl`.
 */
export function readImageUrl(text: string, baseUrl: string): string | null {
  const source = text.trim();
  const { length } = withoutSignature(source);
  if (length > maxUrlLength || source.length > maxSignedLength) return null;
  const origin = URL.parse(baseUrl)?.origin;
  if (origin === undefined) return null;
  const absolute = readWebUrl(source, maxSignedLength);
  if (absolute !== null) {
    const isOwn = new URL(absolute).origin === origin;
    return isOwn ? absolute : absolute.replace(/^http:/, "https:");
  }
  // A path starts at the root or names a file; a bare word (`none`, `n/a`) is not a path.
  const isPath = /^\.{0,2}\//.test(source) || FILE_NAME.test(source);
  const resolved = isPath ? URL.parse(source, `${origin}/`) : null;
  return resolved?.origin === origin ? resolved.href : null;
}

function parseWebUrl(text: string, maxLength: number): string | null {
  const url = text.length > maxLength ? null : URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  url.username = "";
  url.password = "";
  return url.href;
}
