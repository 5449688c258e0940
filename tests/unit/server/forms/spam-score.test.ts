import { readFileSync } from "node:fs";
import t from "tap";
import { type SpamTexts, spamReasons } from "../../../../server/forms/spam-score.ts";

/** Reads examples, one a line: the name, the subject and the message, with ` | ` between them. */
function examples(name: string): SpamTexts[] {
  const lines = readFileSync(`tests/fixtures/spam/${name}.txt`, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [sender = "", subject = "", ...text] = line.split(" | ");
    return {
      names: [sender],
      subject,
      texts: [text.join(" | ")],
      email: "sender@mail.example",
    };
  });
}

const isHeld = (typed: SpamTexts) => spamReasons(typed, "example.org").length > 0;

const message = (text: string, more: Partial<SpamTexts> = {}): SpamTexts => ({
  names: ["Asha Juma"],
  subject: "A question",
  texts: [text],
  email: "asha@example.org",
  ...more,
});

t.test("of 200 advertisements 190 and more are held, of 200 messages of people none", async (t) => {
  const [spam, ham] = [examples("spam"), examples("ham")];
  t.equal(spam.length, 200);
  t.equal(ham.length, 200);
  const held = spam.filter(isHeld).length;
  t.ok(held >= 190, `${held} of 200`);
  t.comment(`advertisements held: ${held} of ${spam.length}`);
  t.same(
    ham.filter(isHeld).map(({ subject }) => subject),
    [],
  );
});

t.test(
  "of 50 examples that the lists were not made with, most are held and no person",
  async (t) => {
    const [spam, ham] = [examples("spam-unseen"), examples("ham-unseen")];
    const held = spam.filter(isHeld).length;
    t.comment(`unseen advertisements held: ${held} of ${spam.length}`);
    t.ok(held >= 40, `${held} of ${spam.length}`);
    t.same(
      ham.filter(isHeld).map(({ subject }) => subject),
      [],
    );
  },
);

t.test("each reason is named with its words or its number", async (t) => {
  const reasons = (typed: SpamTexts) => spamReasons(typed, "example.org");
  t.match(
    reasons(message("Casino, free spins: https://a.example https://b.example https://c.example")),
    [
      { name: "links", count: 3 },
      { name: "words", words: ["free spins", "casino"] },
    ],
  );
  t.match(reasons(message("hot deal", { names: ["https://a.example"] })), [{ name: "linkAsName" }]);
  t.match(reasons(message("Вest саsino: https://a.example")), [
    { name: "links" },
    { name: "disguised", words: ["Вest", "саsino"] },
    { name: "words" },
  ]);
  t.match(reasons(message("привет 你好 hello https://a.example https://b.example")), [
    { name: "links", count: 2 },
    { name: "alphabets", count: 3 },
  ]);
  t.match(reasons(message("c a s i n o, v.i.a.g.r.a, c1alis: https://a.example")), [
    { name: "links" },
    { name: "words" },
  ]);
});

t.test("links to this site, and the address of the sender, speak for nobody's spam", async (t) => {
  const own =
    "https://example.org/a https://www.example.org/b https://example.org/c https://example.org/d";
  t.notOk(isHeld(message(`None of these opens: ${own}`)));
  t.notOk(isHeld(message("Write to asha@example.org about the loan, please. Is there interest?")));
});

t.test("the time grows with the length of a text, and no faster", async (t) => {
  const shapes = ["a", "aа", "賭", "http://a.example ", "a@", "<a href ", "a ", "é", "casino "];
  for (const shape of shapes) {
    const time = (length: number) => {
      const typed = message(shape.repeat(length / shape.length));
      const before = performance.now();
      spamReasons(typed, "example.org");
      return performance.now() - before;
    };
    time(5_000);
    // A text of a million characters is cut, so it takes no longer than one of the longest that a form takes.
    const took = Math.min(time(1_000_000), time(1_000_000), time(1_000_000));
    t.ok(took < 400, `${shape}: ${Math.round(took)} ms`);
  }
});
