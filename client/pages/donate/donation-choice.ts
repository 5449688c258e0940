import { yourImpact } from "../../../content/donate.json?claims";
import { currencies, defaults, presets } from "../../../content/donate.json?form";
import * as words from "../../../content/words/en/donate.json";
import { fill } from "../../../shared/fill.ts";
import {
  CURRENCIES,
  type Currency,
  type DonationChoice,
  FREQUENCIES,
  presetFigure,
  readAmount,
} from "../../../shared/forms/donation.ts";
import { formActions } from "../../../shared/forms/form-names.ts";

const oneOf = <Known extends string>(known: readonly Known[], text: unknown) =>
  known.find((one) => one === text);

/** The factor between a preset's label and its figure: 1000 in TZS (spec section 9). */
export function displayFactor(currency: Currency): number {
  return currencies.find(({ code }) => code === currency)?.displayFactor ?? 1;
}

/** The example of that amount, or of the next lower one; null below all of them. */
export function impactOf({ currency, preset, customAmount }: DonationChoice) {
  const factor = displayFactor(currency);
  const amount = preset || Number(readAmount(customAmount) ?? 0) / factor;
  const reached = yourImpact.items.filter((item) => item.amount <= amount);
  const item = reached.reduce<(typeof reached)[number] | null>(
    (best, one) => (best && best.amount > one.amount ? best : one),
    null,
  );
  if (item === null) return null;
  const figure = presetFigure(item.amount, currency, factor);
  return {
    figure: item.amount === amount ? figure : fill(words.moreThan, { figure }),
    text: item.text,
  };
}

/** An invalid value becomes the default: USD, one-time. A typed amount takes the place of a preset. */
export function choiceFromValues(values: Readonly<Record<string, unknown>>): DonationChoice {
  const { currency, frequency, preset, customAmount } = values;
  const typed = String(customAmount ?? "").trim();
  const chosen = presets.find((one) => String(one) === preset) ?? 0;
  return {
    currency: oneOf(CURRENCIES, currency) ?? oneOf(CURRENCIES, defaults.currency) ?? "USD",
    frequency:
      oneOf(FREQUENCIES, frequency) ?? oneOf(FREQUENCIES, defaults.frequency) ?? "one-time",
    preset: typed === "" ? chosen : 0,
    customAmount: typed,
  };
}

/** An amount equal to a preset selects it, any other is a custom amount. */
export function choiceFromSearch(search: URLSearchParams): DonationChoice {
  const amount = search.get("amount") ?? "";
  const isPreset = presets.some((one) => String(one) === amount);
  const typed = search.get("custom") ?? (isPreset ? "" : amount);
  return choiceFromValues({
    currency: search.get("currency"),
    frequency: search.get("frequency"),
    preset: isPreset ? amount : String(defaults.preset),
    customAmount: readAmount(typed) === null ? "" : typed,
  });
}

export function pledgeHref({ preset, customAmount, currency, frequency }: DonationChoice): string {
  const amount = preset > 0 ? { amount: String(preset) } : { custom: customAmount };
  return `${formActions.pledge}?${new URLSearchParams({ ...amount, currency, frequency })}`;
}

/** From the form as it stands; the preset that a typed amount replaces is no longer checked. */
export function choiceFromForm(form: HTMLFormElement): DonationChoice {
  const choice = choiceFromValues(Object.fromEntries(new FormData(form)));
  const chosen = form.querySelector<HTMLInputElement>("[name=preset]:checked");
  if (chosen && choice.preset === 0) chosen.checked = false;
  return choice;
}
