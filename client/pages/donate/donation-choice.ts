import { currencies, defaults, presets } from "../../../content/donate.json";
import { yourImpact } from "../../../content/donate.json?claims";
import * as words from "../../../content/words/en/donate.json";
import type { TypedValues } from "../../../shared/contract/form-state.ts";
import {
  CURRENCIES,
  type Currency,
  type DonationChoice,
  FREQUENCIES,
  isAmountText,
  presetFigure,
  readAmount,
  withoutGroups,
} from "../../../shared/forms/donation.ts";
import { formActions } from "../../../shared/forms/form-names.ts";
import { fill } from "../../format/fill.ts";

const oneOf = <Known extends string>(known: readonly Known[], text: unknown) =>
  known.find((one) => one === text);

/** The factor between a preset's label and its figure: 1000 in TZS (spec section 9). */
export function displayFactor(currency: Currency): number {
  return currencies.find(({ code }) => code === currency)?.displayFactor ?? 1;
}

/**
 * What an amount does, as content has it: the example of that amount, or of the next lower one; null
 * below all of them.
 */
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

/** A choice from untyped values; an invalid value becomes the default: 50, USD, one-time. */
function toChoice(texts: {
  currency: unknown;
  frequency: unknown;
  preset: unknown;
  custom: string;
}): DonationChoice {
  const preset = presets.find((one) => String(one) === texts.preset) ?? 0;
  return {
    currency: oneOf(CURRENCIES, texts.currency) ?? oneOf(CURRENCIES, defaults.currency) ?? "USD",
    frequency:
      oneOf(FREQUENCIES, texts.frequency) ?? oneOf(FREQUENCIES, defaults.frequency) ?? "one-time",
    preset: texts.custom === "" ? preset : 0,
    customAmount: texts.custom,
  };
}

/**
 * `?amount=&currency=&frequency=`: an amount equal to a preset selects it, any other is a custom
 * amount.
 */
export function choiceFromSearch(search: URLSearchParams): DonationChoice {
  const amount = search.get("amount") ?? "";
  const isPreset = presets.some((one) => String(one) === amount);
  const typed = search.get("custom") ?? (isPreset ? "" : amount);
  const custom = readAmount(typed) === null ? "" : typed;
  const preset = isPreset ? amount : String(defaults.preset);
  const [currency, frequency] = [search.get("currency"), search.get("frequency")];
  return toChoice({ currency, frequency, custom, preset });
}

/** The form for a pledge of this choice. */
export function pledgeHref({ preset, customAmount, currency, frequency }: DonationChoice): string {
  const amount = preset > 0 ? { amount: String(preset) } : { custom: customAmount };
  return `${formActions.pledge}?${new URLSearchParams({ ...amount, currency, frequency })}`;
}

/** From the state of a posted form. */
export function choiceFromValues(values: TypedValues): DonationChoice {
  const { currency, frequency, preset, customAmount } = values;
  const custom = typeof customAmount === "string" ? customAmount : "";
  return toChoice({ currency, frequency, preset, custom });
}

/** From the form's current values. */
export function choiceFromForm(form: HTMLFormElement): DonationChoice {
  const data = new FormData(form);
  return toChoice({
    currency: data.get("currency"),
    frequency: data.get("frequency"),
    preset: data.get("preset"),
    custom: String(data.get("customAmount") ?? ""),
  });
}

/** The custom amount after typing: `typed` when it is a valid number, else `before`. */
export function acceptTyped(typed: string, before: string): string {
  const plain = withoutGroups(typed);
  return isAmountText(plain) ? plain : before;
}
