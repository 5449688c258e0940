/** Where scripts that load pictures and frames late look for the address: `src` is a stand-in then. */
const LATE = [
  "data-src",
  "data-lazy-src",
  "data-original",
  "data-orig-src",
  "data-cookieblock-src",
];
const LATE_SETS = ["data-srcset", "data-lazy-srcset"];
const LONGEST_SET = 8_000;

type Given = Readonly<Record<string, string>>;

/** The addresses of a picture or a frame, best first. */
export function addressesOf(given: Given): string[] {
  const found = [
    ...LATE.map((name) => given[name]),
    ...LATE_SETS.map((name) => largestOf(given[name])),
    given.src,
    largestOf(given.srcset),
  ];
  return found.filter((address) => address !== undefined);
}

function largestOf(set = ""): string | undefined {
  const candidates = set
    .slice(0, LONGEST_SET)
    .matchAll(/(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g);
  return Array.from(candidates, ([, url, size = "1"]) => ({ url, size: Number(size) })).sort(
    (a, b) => b.size - a.size,
  )[0]?.url;
}
