import t from "tap";
import { cleanText, isBlank } from "../../../../server/source/text/clean-text.ts";

t.test("invisible and control characters are removed", async (t) => {
  const one = (text: string): string => cleanText(text, { maxLength: 200 });
  t.equal(one(" a\u0000\u0007b\u009D "), "ab");
  t.equal(one("a\u202Eb\u2066c\u2069"), "abc");
  t.equal(one("\uFEFFa\uFFFE"), "a");
  t.equal(one("a\uD83D b\uDCA7"), "a\uFFFD b\uFFFD");
  t.equal(one("Maji 💧 👨‍👩‍👧 الماء"), "Maji 💧 👨‍👩‍👧 الماء");
});

t.test("line breaks become spaces unless `keepLines` is set", async (t) => {
  t.equal(cleanText("a\r\n\tb\u2028c", { maxLength: 200 }), "a b c");
  t.equal(
    cleanText("a \r\n b\r\r\r\rc\u2028d\n", { maxLength: 200, keepLines: true }),
    "a\nb\n\nc\nd",
  );
});

t.test("a text is cut at its limit, never inside a character of two units", async (t) => {
  t.equal(cleanText("abc", { maxLength: 3 }), "abc");
  t.equal(cleanText("abcd", { maxLength: 3 }), "abc");
  t.equal(cleanText("ab💧", { maxLength: 3 }), "ab");
});

t.test("a text of nothing but white space holds nothing up", async (t) => {
  const startedAt = performance.now();
  for (const keepLines of [true, false])
    for (const blank of [" ", "\t", "\u00A0", " \n"])
      cleanText(`a${blank.repeat(40_000)}b`, { maxLength: 20_000, keepLines });
  t.ok(performance.now() - startedAt < 1_000);
  t.equal(cleanText(" a  b \t c\n d", { maxLength: 200 }), "a  b c d");
  t.equal(cleanText("a \n \n b", { maxLength: 200, keepLines: true }), "a\n\nb");
});

t.test("a text of zero-width characters is blank", async (t) => {
  t.ok(isBlank(" \u200B\u00A0\uFEFF\n"));
  t.notOk(isBlank("\u200B."));
});
