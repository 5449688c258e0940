import { neutralClasses } from "./neutral-classes.ts";

interface Rule {
  /** What the rule replaces, and why it differs from run to run or from build to build. */
  about: string;
  pattern: RegExp;
  by: string;
}

/** Replaced in every header and every body. */
const RULES: readonly Rule[] = [
  {
    about: "request ids, random",
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
    by: "[uuid]",
  },
  {
    about: "reference numbers of forms, random",
    pattern: /\b([CVP])-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/g,
    by: "$1-[reference]",
  },
  {
    about: "form tokens, signed with a random secret",
    pattern: /\b[0-9a-z]{8}\.[\w-]{43}/g,
    by: "[form token]",
  },
  {
    about: "nonces, random",
    pattern: /(nonce-|nonce=")[\w+/]{22}==/g,
    by: "$1[nonce]",
  },
  {
    about: "hashes of stylesheets in the policy, from class names",
    pattern: /sha256-[\w+/]{43}=/g,
    by: "sha256-[digest]",
  },
  {
    about: "ports of loopback, chosen by the system",
    pattern: /127\.0\.0\.1(:|%3A)\d{4,5}/g,
    by: "127.0.0.1$1[port]",
  },
  {
    about: "built stylesheets, named by source file and hash",
    pattern: /\/assets\/styles-[\w-]{8}(?:\/[\w./-]+)?/g,
    by: "/assets/[stylesheets]",
  },
  {
    about: "names of source files on stylesheets",
    pattern: /data-stylesheet="[^"]*"/g,
    by: 'data-stylesheet="[stylesheet]"',
  },
  {
    about: "the folder of built pictures, named by a hash",
    pattern: /\/assets\/images-[0-9a-f]{10}\//g,
    by: "/assets/images-[digest]/",
  },
  {
    about: "built scripts, named by source file and hash",
    pattern: /\/assets\/[\w.-]+\.js\b/g,
    by: "/assets/[script].js",
  },
  {
    about: "names of source files before the hash of a picture's or font's bytes",
    pattern: /\/assets\/[\w.-]+-([\w-]{8})\.(\w+)/g,
    by: "/assets/$1.$2",
  },
  {
    about: "borders between texts that React marks for itself",
    pattern: /<!-- -->/g,
    by: "",
  },
];

/** Replaced in the value of one header. */
const HEADER_RULES: Readonly<Record<string, Rule>> = {
  date: { about: "the clock of the run", pattern: /.+/, by: "[date]" },
  "last-modified": { about: "the day of the build", pattern: /.+/, by: "[date]" },
  etag: { about: "from bytes or times of files", pattern: /"[^"]*"/, by: '"[digest]"' },
  "server-timing": { about: "durations", pattern: /dur=[\d.]+/g, by: "dur=[ms]" },
  ratelimit: { about: "seconds left of a window", pattern: /t=\d+/g, by: "t=[seconds]" },
};

const apply = (text: string, { pattern, by }: Rule) => text.replace(pattern, by);

/** Values that React makes of a component's place: numbered as they appear, so that what refers to what stays. */
function neutralReactIds(text: string): string {
  const seen = new Map<string, string>();
  return text.replaceAll(/_[Rr]_[\w]+_/g, (id) => {
    const name = seen.get(id) ?? `[id ${seen.size + 1}]`;
    seen.set(id, name);
    return name;
  });
}

/** A text with everything replaced that may differ between two runs or builds of the same behaviour. */
export function neutralText(text: string): string {
  return neutralReactIds(RULES.reduce(apply, neutralClasses(text)));
}

/** One header's value; a length is compared with what was received, for names of other lengths change it. */
export function neutralHeader(
  name: string,
  value: string,
  {
    status,
    sentBytes,
    isOnRateLimit,
  }: { status: number; sentBytes: number; isOnRateLimit: boolean },
): string {
  if (name === "content-length")
    return Number(value) === sentBytes ? "[as received]" : sentBytes === 0 ? "[number]" : value;
  // Counted by the clock of the machine; other statuses take it from the clock of the site.
  if (name === "retry-after" && status === 429 && isOnRateLimit) return "[seconds]";
  const rule = HEADER_RULES[name];
  const plain = RULES.reduce(apply, value);
  return rule ? apply(plain, rule) : plain;
}
