import t from "tap";
import { readPrice } from "../../../../../server/source/fields/event-fields.ts";

const free = { text: "Free", amount: 0, currency: null, isFree: true };

t.test("nothing to pay is free, never absent", async (t) => {
  for (const value of [0, -0, "0", "0.00", "0/=", "free", "FREE", " Free "])
    t.same(readPrice(value), free, String(value));
  t.same(readPrice("TZS 0"), { ...free, currency: "TZS" });
  for (const text of ["Bure", "bure", "Free entry", "Bila malipo"])
    t.same(readPrice(text), { ...free, text }, text);
});

t.test("a plain price has an amount, and a currency if given", async (t) => {
  const cases: [unknown, number, string | null][] = [
    [10000, 10000, null],
    [12.5, 12.5, null],
    ["5000", 5000, null],
    ["5,000/=", 5000, null],
    ["10,000.50", 10000.5, null],
    ["TZS 2,000", 2000, "TZS"],
    ["2,000 TZS", 2000, "TZS"],
    ["Tsh. 2000/=", 2000, "TZS"],
    ["$10", 10, "USD"],
    ["US$ 10", 10, "USD"],
    ["€ 5", 5, "EUR"],
    ["usd 10", 10, "USD"],
  ];
  for (const [given, amount, currency] of cases) {
    t.same(
      readPrice(given),
      { text: String(given), amount, currency, isFree: false },
      String(given),
    );
  }
});

t.test("a richer text stays as it is and has no amount", async (t) => {
  const cases = [
    "Free; lunch TZS 5,000",
    "TZS 1,000 (pupils free)",
    "5000 - 10000",
    "2.000",
    "1,5",
    "10,00,0",
    "from 5",
    "PER 500",
    "TZS 5 USD",
    "by donation",
  ];
  for (const text of cases)
    t.same(readPrice(text), { text, amount: null, currency: null, isFree: false }, text);
});

t.test("what is no price is absent", async (t) => {
  for (const value of [null, undefined, "", "  ", -5, Number.NaN, 1e15, true, {}, []])
    t.equal(readPrice(value), null);
});
