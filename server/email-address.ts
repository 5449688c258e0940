import { domainToASCII, domainToUnicode } from "node:url";

/** The rule of browsers ("valid e-mail address" of the HTML standard), with the letters of every script. */
const LOCAL_PART = /^[\w\p{L}\p{M}\p{N}.!#$%&'*+/=?^`{|}~-]+$/u;
/** What is in ASCII here has no port and no path, which `domainToASCII` would pass over. */
const DOMAIN = /^[a-z\d.\-\P{ASCII}]+$/iu;
/** One label of a domain in ASCII: `example`, `xn--bcher-kva`. */
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** A label that begins or ends with a hyphen or a dash, in its own script: `-bücher`, `bücher‑`. */
const HYPHEN_AT_END = /^\p{Pd}|\p{Pd}$/u;
const MAX_DOMAIN_LENGTH = 253;

/** Whether a name is one of the internet: at least two labels, as registries give them out, and no IP address. */
function isDomain(name: string): boolean {
  if (!DOMAIN.test(name)) return false;
  const ascii = domainToASCII(name);
  // Without a dot, mail to `asha@example` reaches nobody on the internet.
  const labels = ascii.split(".");
  const [top = ""] = labels.slice(-1);
  const unicode = domainToUnicode(ascii);
  return (
    ascii.length <= MAX_DOMAIN_LENGTH &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(top) &&
    // A label in ASCII hides how it begins and ends in its own script, or decodes to another one.
    unicode.split(".").every((label) => !HYPHEN_AT_END.test(label)) &&
    domainToASCII(unicode) === ascii
  );
}

export function isEmailAddress(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return (
    more.length === 0 &&
    LOCAL_PART.test(local) &&
    // Some programs decode what looks like an encoded word (RFC 2047), and write to another address.
    !local.includes("=?") &&
    isDomain(domain)
  );
}

/** A name before an address in angle brackets: `The Foundation <web@example.org>`. */
const MAILBOX = /^([^<>\r\n]*)<([^<>]+)>$/;

/** Reads an address, alone or behind a display name, perhaps in quotation marks. Null where there is none. */
export function readMailbox(text: string): { name: string; address: string } | null {
  const [, before = "", address = text] = MAILBOX.exec(text) ?? [];
  const typed = before.trim();
  const [, quoted] = /^"(.*)"$/.exec(typed) ?? [];
  const name = quoted === undefined ? typed : quoted.replaceAll(/\\(.)/g, "$1");
  return isEmailAddress(address) ? { name, address } : null;
}
