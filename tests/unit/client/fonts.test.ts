import { globSync, readFileSync } from "node:fs";
import t from "tap";

/** The font files of `client/styles/fonts.css`, with the parts of their `unicode-range`. */
const ranges = [
  ...readFileSync("client/styles/fonts.css", "utf8").matchAll(
    /src: url\("\.\/fonts\/([\w.-]+)"\).*?unicode-range:(.*?);/gs,
  ),
].map(([, file = "", list = ""]) => {
  const parts = list.split(",").map((part) => part.trim().replace("U+", "").split("-"));
  return { file, parts: parts.map(([from = "", to = from]) => [from, to]) };
});
const isIn = (letter: string, parts: string[][]) => {
  const code = letter.codePointAt(0) ?? 0;
  return parts.some(
    ([from = "", to = ""]) => code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16),
  );
};

const lettersOf = (pattern: string) =>
  new Set(globSync(pattern).flatMap((file) => [...readFileSync(file, "utf8")]));
const outside = (letters: Set<string>, parts: string[][]) =>
  [...letters].filter((letter) => letter !== "\n" && !isIn(letter, parts));

t.test("the core font has every letter of the program's texts", async (t) => {
  const [, core] = ranges;
  t.match(ranges, [{ file: "montserrat-rest.woff2" }, { file: "montserrat.woff2" }]);
  t.same(outside(lettersOf("content/words/*/*.json"), core?.parts ?? []), []);
});

t.test("no letter is in both ranges, for which a browser could fetch both files", async (t) => {
  const spans = ranges.flatMap(({ parts }) =>
    parts.map(([from = "", to = ""]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)]),
  );
  const sorted = spans.sort(([a = 0], [b = 0]) => a - b);
  const shared = sorted.filter(([from = 0], at) => at > 0 && from <= (sorted[at - 1]?.[1] ?? 0));
  t.same(shared, []);
});
