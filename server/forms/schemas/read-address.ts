import { unescape as decode } from "node:querystring";
import { domainToASCII } from "node:url";

/** What nobody sees, except joiners within a script that needs them: another domain has none there. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}(?<!\P{ASCII}[\u200C\u200D](?=\P{ASCII}))/gu;

const seen = (typed: string) => typed.replace(UNSEEN, "").trim();

/** East Asian keyboards write ASCII in full width, and a full stop of their own. */
const narrow = (text: string) =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".");

/** The rule of browsers ("valid e-mail address" of the HTML standard), with the letters of every script. */
const LOCAL_PART = /^[\w\p{L}\p{M}\p{N}.!#$%&'*+/=?^`{|}~-]+$/u;
/** What is in ASCII here has no port and no path, which `domainToASCII` would pass over. */
const DOMAIN = /^[a-z\d.\-\P{ASCII}]+$/iu;
/** A dot is needed: mail to `asha@example` reaches nobody on the internet. */
const ASCII_DOMAIN = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/;

function isEmail(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return (
    more.length === 0 &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(domain) &&
    ASCII_DOMAIN.test(domainToASCII(domain))
  );
}

/** Before the last brackets, and in them: `Asha <asha@b.example>`, `asha@b.example (Asha)`. */
const BRACKETED = /^(.*?)[<«‹\p{Ps}]([^<>«»‹›\p{Ps}\p{Pe}]*)[>»›\p{Pe}][\s,;]*$/u;
const QUOTES = /^["'“”„‘’]+|["'“”„‘’]+$/g;

function withoutScheme(part: string): string {
  const text = part.trim().replace(QUOTES, "").trim();
  const [, address] = /^mailto:(?:\/\/)?\s*([^?]*)/i.exec(text) ?? [];
  return address === undefined ? text : decode(address);
}

/**
 * The one address in a typed text, as it was typed, or null. People paste it with a name, in brackets or as a
 * link. Two addresses are none: nobody guesses which is meant.
 */
export function readEmail(typed: string): string | null {
  const text = narrow(seen(typed));
  if (isEmail(text)) return text;
  const parts = BRACKETED.exec(text)?.slice(1) ?? [text];
  const found = new Set(parts.map(withoutScheme).filter((part) => /\S@\S/.test(part)));
  const [address = ""] = found;
  return found.size === 1 && isEmail(address) ? address : null;
}

/** A host with a name, perhaps with more behind it; no user and no other scheme. */
const WITHOUT_SCHEME = /^(?:\/\/)?[^\s/?#@:]+\.\p{L}{2}\S*$/u;

/** A typed website; one without a scheme is taken as https. */
export function readWebsite(typed: string): string {
  const text = seen(typed);
  return WITHOUT_SCHEME.test(text) ? `https://${text.replace(/^\/\//, "")}` : text;
}
