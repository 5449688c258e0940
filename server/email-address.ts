import { domainToASCII, domainToUnicode } from "node:url";

/** The browsers' rule ("valid e-mail address" in the HTML standard), extended to the letters of every script. */
const LOCAL_PART = /^[\w\p{L}\p{M}\p{N}.!#$%&'*+/=?^`{|}~-]+$/u;
/** A domain without a port or a path, which `domainToASCII` would silently drop. */
const DOMAIN = /^[a-z\d.\-\P{ASCII}]+$/iu;
/** A label of a domain in ASCII: `example`, `xn--bcher-kva`. */
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** A label that begins or ends with a hyphen or a dash, in its own script: `-bücher`, `bücher‑`. */
const HYPHEN_AT_END = /^\p{Pd}|\p{Pd}$/u;
const MAX_DOMAIN_LENGTH = 253;

/** Tells whether a name is a public internet domain: at least two labels, as registries issue them, and no IP address. */
function isDomain(name: string): boolean {
  if (!DOMAIN.test(name)) return false;
  const ascii = domainToASCII(name);
  // A domain without a dot, as in `asha@example`, is not reachable from the internet.
  const labels = ascii.split(".");
  const [top = ""] = labels.slice(-1);
  const unicode = domainToUnicode(ascii);
  return (
    ascii.length <= MAX_DOMAIN_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(top) &&
    // The ASCII form can hide a hyphen at either end of the decoded label, or decode to a different domain.
    unicode.split(".").every((label) => !HYPHEN_AT_END.test(label)) &&
    domainToASCII(unicode) === ascii
  );
}

export function isEmailAddress(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return (
    more.length === 0 &&
    LOCAL_PART.test(local) &&
    // Some mail programs decode an apparent encoded word (RFC 2047), and would write to a different address.
    !local.includes("=?") &&
    isDomain(domain)
  );
}

/** A display name before an address in angle brackets: `The Foundation <web@example.org>`. */
const MAILBOX = /^([^<>\r\n]*)<([^<>]+)>$/;

/** Reads an address, alone or after a display name, which may be quoted. Returns null when there is no valid address. */
export function readMailbox(text: string): { name: string; address: string } | null {
  const [, before = "", address = text] = MAILBOX.exec(text) ?? [];
  const typed = before.trim();
  const [, quoted] = /^"(.*)"$/.exec(typed) ?? [];
  const name = quoted === undefined ? typed : quoted.replaceAll(/\\(.)/g, "$1");
  return isEmailAddress(address) ? { name, address } : null;
}
