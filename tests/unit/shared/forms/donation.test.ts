import fc from "fast-check";
import t from "tap";
import donate from "../../../../content/donate.json" with { type: "json" };
import {
  CURRENCIES,
  chosenFigure,
  type DonationChoice,
  FREQUENCIES,
  isAmountText,
  presetFigure,
  rawAmount,
  readAmount,
  summaryWords,
} from "../../../../shared/forms/donation.ts";
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
    ...["TZS 20,000", "TZS 50,000", "TZS 100,000"],
    ...["TZS 250,000", "TZS 500,000", "TZS 1,000,000"],
  ]);
});

t.test("the form's own amount is the raw number, whatever the currency", async (t) => {
  t.equal(rawAmount(choice({ currency: "TZS", preset: 50 })), 50);
  t.equal(rawAmount(choice({ currency: "TZS", customAmount: "7500" })), 7500);
  t.equal(rawAmount(choice({ customAmount: "12.5" })), 12.5);
  t.equal(rawAmount(choice({ customAmount: "0" })), 0);
});

t.test("a typed amount is more than 0, with two decimals at most", async (t) => {
  for (const [typed, read] of [
    ...([
      ["75", "75"],
      ["12.5", "12.50"],
      ["12.", "12"],
      [".5", "0.50"],
    ] as const),
    ...([
      ["007", "7"],
      ["1.00", "1"],
      ["999999999.99", "999999999.99"],
    ] as const),
    ...(["", ".", "0", "0.00", "1.234", "-5", "1e3", "5,000", "1.2.3", "1000000000", "٣"].map(
      (bad) => [bad, null] as const,
    ) satisfies (readonly [string, null])[]),
  ])
    t.equal(readAmount(typed), read, JSON.stringify(typed));
  for (const good of ["", "1", "1.", ".5", "1.234"]) t.ok(isAmountText(good));
  for (const bad of ["-1", "1e3", " 1", "1,0", "1.2.3"]) t.notOk(isAmountText(bad));
});

t.test(
  "button and summary say one figure, for every preset, currency and typed amount",
  async () => {
    const typed = fc
      .tuple(fc.nat({ max: 999_999_999 }), fc.option(fc.nat({ max: 99 }), { nil: null }))
      .map(([units, cents]) => (cents === null ? `${units}` : `${units}.${cents}`));
    const chosen = fc.record({
      currency: fc.constantFrom(...CURRENCIES),
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
  },
);
