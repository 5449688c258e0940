import { currencies, defaults, presets } from "../../../content/donate.json";
import type { TypedValues } from "../../../shared/contract/form-state.ts";
import {
  CURRENCIES,
  type Currency,
  type DonationChoice,
  FREQUENCIES,
  isAmountText,
  readAmount,
} from "../../../shared/forms/donation.ts";

const oneOf = <Known extends string>(known: readonly Known[], text: unknown) =>
  known.find((one) => one === text);

/** How many times its label a preset is shown as: 1000 in TZS (spec section 9). */
export function displayFactor(currency: Currency): number {
  return currencies.find(({ code }) => code === currency)?.displayFactor ?? 1;
}

/** A choice out of loose texts; what cannot be used is as the form begins: 50, USD, one-time. */
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

/** `?amount=&currency=&frequency=`: an amount that is a preset's label chooses it, another is typed. */
export function choiceFromAddress(search: URLSearchParams): DonationChoice {
  const amount = search.get("amount") ?? "";
  const isPreset = presets.some((one) => String(one) === amount);
  const typed = search.get("custom") ?? (isPreset ? "" : amount);
  const custom = readAmount(typed) === null ? "" : typed;
  const preset = isPreset ? amount : String(defaults.preset);
  const [currency, frequency] = [search.get("currency"), search.get("frequency")];
  return toChoice({ currency, frequency, custom, preset });
}

/** As the form came back from the server. */
export function choiceFromValues(values: TypedValues): DonationChoice {
  const { currency, frequency, preset, customAmount } = values;
  const custom = typeof customAmount === "string" ? customAmount : "";
  return toChoice({ currency, frequency, preset, custom });
}

/** As it stands in the form. */
export function choiceFromForm(form: HTMLFormElement): DonationChoice {
  const data = new FormData(form);
  return toChoice({
    currency: data.get("currency"),
    frequency: data.get("frequency"),
    preset: data.get("preset"),
    custom: String(data.get("customAmount") ?? ""),
  });
}

/** Commas between thousands. Anywhere else a comma may be meant as a point: nothing is made of it. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** What a custom amount becomes when `typed` stands in it: figures with one point, or what was there. */
export function acceptTyped(typed: string, before: string): string {
  const text = typed.replace(/\s/g, "");
  const plain = GROUPED.test(text) ? text.replaceAll(",", "") : text;
  return isAmountText(plain) ? plain : before;
}
