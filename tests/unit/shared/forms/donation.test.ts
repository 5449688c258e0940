import t from "tap";
import {
  amountError,
  chosenFigure,
  type DonationChoice,
  FREQUENCIES,
  presetFigure,
  rawAmount,
  readAmount,
  summaryWords,
} from "../../../../shared/forms/donation.ts";
import donate from "../../../fixtures/content/donate.json" with { type: "json" };
import { fc } from "../../../setup/fast-check.ts";
import { isWhole } from "../../../setup/whole.ts";

const factorOf = { USD: 1, TZS: 1000 } as const;
const choice = (part: Partial<DonationChoice>): DonationChoice => ({
  currency: "USD",
  preset: 0,
  customAmount: "",
  frequency: "one-time",
  ...part,
});

t.test("the spec's presets are shown as themselves, and in TZS a thousand times", async (t) => {
  const shown = (currency: "USD" | "TZS") =>
    donate.presets.map((preset) => presetFigure(preset, currency, factorOf[currency]));
  t.same(shown("USD"), ["$20", "$50", "$100", "$250", "$500", "$1,000"]);
  t.same(shown("TZS"), [
    "TZS 20,000",
    "TZS 50,000",
    "TZS 100,000",
    "TZS 250,000",
    "TZS 500,000",
    "TZS 1,000,000",
  ]);
});

t.test("the form's own amount is the raw number, whatever the currency", async (t) => {
  t.equal(rawAmount(choice({ currency: "TZS", preset: 50 })), 50);
  t.equal(rawAmount(choice({ currency: "TZS", customAmount: "7500" })), 7500);
  t.equal(rawAmount(choice({ customAmount: "12.5" })), 12.5);
  t.equal(rawAmount(choice({ customAmount: "0" })), 0);
});

t.test("a typed amount is read where it can be one amount alone", async (t) => {
  const read = {
    "75": ["75", "0075", " 75 ", "75.", "75,", "\u200e75\u061c", "٧٥", "７５", "७५", "𝟳𝟱"],
    "12.50": ["12.5", "12,50", "١٢٫٥", "１２．５０", "0012,5"],
    "0.50": [".5", ",5", "0,5"],
    "1234": ["1,234", "1 234", "1\u202f234", "1'234", "1’234", "١٬٢٣٤", "1,234."],
    "1234567": ["1,234,567", "1.234.567", "1 234 567"],
    "1234.50": ["1234,5", "1,234.5", "1.234,50", "1 234,5", "1'234.50"],
    "999999999.99": ["999999999.99", "999,999,999.99"],
  };
  for (const [amount, texts] of Object.entries(read))
    for (const typed of texts) {
      t.equal(readAmount(typed), amount, JSON.stringify(typed));
      t.equal(amountError(typed), null);
    }
});

t.test("an invalid typed amount gets a reason", async (t) => {
  const said = {
    "no more than two decimals": [
      "",
      ".",
      "0",
      "0.00",
      "1.2.3",
      "12 50",
      "5\n0",
      "0,500",
      "1234.567",
      "1,234,5",
      "12,34,567",
    ],
    "without letters or signs": ["-5", "−5", "+5", "1e3", "$5", "5 TZS", "5k", "5²", "½", "五"],
    "9 digits or fewer": ["1000000000", "1,000,000,000"],
    "Do you mean 1234 or 1.23?": ["1.234", "١٫٢٣٤"],
    "Do you mean 100000 or 100.00?": ["100.000"],
  };
  for (const [words, texts] of Object.entries(said))
    for (const typed of texts) {
      t.equal(readAmount(typed), null, JSON.stringify(typed));
      t.match(amountError(typed), words);
    }
});

t.test("button and summary say one figure, for each preset, currency and amount", async () => {
  const typed = fc
    .tuple(fc.nat({ max: 999_999_999 }), fc.option(fc.nat({ max: 99 }), { nil: null }))
    .map(([units, cents]) => (cents === null ? `${units}` : `${units}.${cents}`));
  const chosen = fc.record({
    currency: fc.constantFrom("USD", "TZS"),
    frequency: fc.constantFrom(...FREQUENCIES),
    amount: fc.oneof(
      fc.constantFrom(...donate.presets).map((preset) => ({ preset, customAmount: "" })),
      typed.map((customAmount) => ({ preset: 0, customAmount })),
    ),
  });
  fc.assert(
    fc.property(chosen, ({ amount, ...rest }) => {
      const donation = { ...rest, ...amount };
      const factor = factorOf[donation.currency];
      const figure = chosenFigure(donation, factor);
      const summary = summaryWords(donation, factor);
      if (figure === null) return !/\d/.test(summary) && rawAmount(donation) === 0;
      const shown = Number(figure.replace(/[^\d.]/g, ""));
      const isPreset = donation.preset > 0;
      return (
        summary.includes(` ${figure} `) &&
        figure.startsWith(donation.currency === "USD" ? "$" : "TZS ") &&
        shown === (isPreset ? donation.preset * factor : Number(donation.customAmount)) &&
        (!isPreset || figure === presetFigure(donation.preset, donation.currency, factor))
      );
    }),
    { numRuns: isWhole ? 2_000 : 300 },
  );
});
