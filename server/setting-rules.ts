import { BlockList, isIP } from "node:net";
import { z } from "zod";

/**
 * A setting, read from its text. `read` returns undefined when the text is invalid; `rule` completes the line
 * "PORT: 'abc' is not ..." and holds an example.
 */
const setting = <Value>(rule: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(rule);
    return z.NEVER;
  });

/** The URL in a text that has a scheme, two slashes and a host; `schemes` is an expression. */
function readUrl(text: string, schemes: string): URL | undefined {
  const url = new RegExp(`^(?:${schemes})://[^\\s/]\\S*$`).test(text) ? URL.parse(text) : null;
  return url !== null && url.hostname !== "" ? url : undefined;
}

export const origin = setting(
  "an origin such as https://www.example.org, without a path",
  (text) => {
    const found = readUrl(text, "https?")?.origin;
    return found === text.replace(/\/$/, "") ? found : undefined;
  },
);

/** A URL to which paths are appended. */
function readBaseUrl(text: string): string | undefined {
  const url = readUrl(text, "https?");
  const isBare = url !== undefined && !/[?#]/.test(text) && url.username + url.password === "";
  return isBare ? text.replace(/\/+$/, "") : undefined;
}

const bare = "without user name, ? and #";
export const baseUrl = setting(`a URL such as http://127.0.0.1:4318, ${bare}`, readBaseUrl);

/** In place of a URL: the content API that the site brings along, with its sample content. */
export const EMBEDDED = "embedded";
export const contentApiUrl = setting(
  `a URL such as https://content.example.org, ${bare}, or the word ${EMBEDDED}`,
  (text) => (text === EMBEDDED ? text : readBaseUrl(text)),
);

/** What may stand behind "Bearer": https://www.rfc-editor.org/rfc/rfc6750#section-2.1, and more that a header can hold. */
export const bearerToken = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, "a key of the content API as it was issued, without spaces");

export const parameterName = z
  .string()
  .regex(/^[\w.[\]-]{1,60}$/, "the name of a query parameter, such as cursor");

export const databaseUrl = setting(
  "a URL such as postgres://user:password@db.example.org:5432/foundation",
  (text) => {
    const url = readUrl(text, "postgres(?:ql)?");
    return url !== undefined && /^(?:[^%]|%[\da-f]{2})*$/i.test(text) ? text : undefined;
  },
);

export const smtpUrl = setting(
  "a URL such as smtps://user:password@mail.example.org or smtp://127.0.0.1:25",
  (text) => (readUrl(text, "smtps?") === undefined ? undefined : text),
);

const ADDRESS = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/;
export const address = z.string().regex(ADDRESS, "an e-mail address such as office@example.org");
export const mailbox = setting('an address such as "Foundation <office@example.org>"', (text) => {
  const [, , inner = text] = /^([^<>\r\n]*)<(.+)>$/.exec(text) ?? [];
  return ADDRESS.test(inner) ? text : undefined;
});

const HOST_NAME = /^[a-z\d](?:[\w.-]*[a-z\d])?$/i;
export const host = z
  .string()
  .refine(
    (text) => isIP(text) > 0 || HOST_NAME.test(text),
    "an IP address or a host name, such as 0.0.0.0",
  );

export const folder = z
  .string()
  .refine((text) => !/\0|^[a-z]+:\/\//i.test(text), "a folder such as /var/lib/foundation-website");

/** True for an IP address ("10.0.0.7") or a range ("10.0.0.0/8"). */
function isAddressOrRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? "ipv4" : "ipv6");
    return true;
  } catch {
    return false;
  }
}

export const proxies = setting(
  "a list of IP addresses or ranges such as 10.0.0.0/8,127.0.0.1",
  (text) => {
    const list = text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    return list.every(isAddressOrRange) ? list : undefined;
  },
);

/** A number in these bounds whose text matches. */
function numberOf(noun: string, text: RegExp, [from, to]: readonly [number, number]) {
  const rule = `${noun} from ${from} to ${to}`;
  const isWithin = (value: number) => value >= from && value <= to;
  return z.string().regex(text, rule).transform(Number).refine(isWithin, rule);
}
export const count = (from: number, to: number) => numberOf("a whole number", /^\d+$/, [from, to]);
export const seconds = (to: number, from = 0) =>
  numberOf("a number of seconds", /^\d+(?:\.\d+)?$/, [from, to]);

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export const logLevel = z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`);
export const onOff = z.enum(["on", "off"], "one of the words on and off");

/** A secret of this many characters at least; the example makes one of twice as many. */
const secret = (length: number) =>
  z
    .string()
    .min(
      length,
      `at least ${length} characters long, such as the output of "openssl rand -hex ${length}"`,
    );
export const token = secret(16);
export const signingKey = secret(32);

/** "Authentication" in the documentation of Flutterwave; the public key, FLWPUBK, is not one. */
export const flutterwaveKey = z
  .string()
  .regex(
    /^FLWSECK(?:_TEST)?-[\x21-\x7e]{8,200}$/,
    "a secret key of Flutterwave, such as FLWSECK_TEST-0123456789abcdef-X",
  );
