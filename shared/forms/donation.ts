import words from "../../content/words/en/donation.json" with { type: "json" };
import errorWords from "../../content/words/en/form-errors.json" with { type: "json" };
import { fill } from "../fill.ts";
import { grouped } from "../grouped.ts";
import type { ErrorWords } from "./field-errors.ts";

/** Spec section 9: "Currencies USD and TZS. ... Frequencies one-time and monthly." */
export const CURRENCIES = ["USD", "TZS"] as const;
export const FREQUENCIES = ["one-time", "monthly"] as const;

export type Currency = (typeof CURRENCIES)[number];
export type Frequency = (typeof FREQUENCIES)[number];

/** Spec section 3, "Donation form state". */
export interface DonationChoice {
  currency: Currency;
  /** The label of the selected preset; 0 for a custom amount. */
  preset: number;
  /** As typed. */
  customAmount: string;
  frequency: Frequency;
}

/** Digits before the point: a larger number is not exact. */
const MAX_DIGITS = 9;

/** Spec section 5: "custom amount accepts only empty or digits with at most one decimal point". */
export function isAmountText(text: string): boolean {
  return /^\d*\.?\d*$/.test(text);
}

/** Commas between thousands. A comma elsewhere may be a decimal point: it is rejected. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** A typed amount without spaces and the commas between thousands. */
export function withoutGroups(typed: string): string {
  const text = typed.replace(/\s/g, "");
  return GROUPED.test(text) ? text.replaceAll(",", "") : text;
}

/**
 * A typed amount in canonical form, "12.5" as "12.50"; null unless more than 0 with at most two
 * decimals.
 */
export function readAmount(text: string): string | null {
  if (!isAmountText(text)) return null;
  const [whole = "", decimals = ""] = text.split(".");
  if (decimals.length > 2) return null;
  const units = whole.replace(/^0+/, "") || "0";
  const cents = decimals.padEnd(2, "0");
  if (units.length > MAX_DIGITS || (units === "0" && cents === "00")) return null;
  return cents === "00" ? units : `${units}.${cents}`;
}

/** The validation error of a typed amount; null when it is valid. */
export function amountError(text: string, said: ErrorWords = errorWords): string | null {
  if (readAmount(text) !== null) return null;
  const [whole = ""] = text.split(".");
  return isAmountText(text) && whole.replace(/^0+/, "").length > MAX_DIGITS
    ? fill(said.amountTooLong, { digits: MAX_DIGITS })
    : said.amountFormat;
}

function money(amount: string, currency: Currency): string {
  return currency === "USD" ? `$${grouped(amount)}` : `TZS ${grouped(amount)}`;
}

/** The figure on a preset's button. `displayFactor` is 1000 for TZS. */
export function presetFigure(preset: number, currency: Currency, displayFactor: number): string {
  return money(String(preset * displayFactor), currency);
}

/** The amount that is shown, in canonical form: what may be pledged or charged. Null while none is chosen. */
export function chosenAmount(choice: DonationChoice, displayFactor: number): string | null {
  return choice.preset > 0
    ? String(choice.preset * displayFactor)
    : readAmount(choice.customAmount);
}

/**
 * The figure on the button, in the summary and for screen readers; null while no amount is chosen.
 */
export function chosenFigure(choice: DonationChoice, displayFactor: number): string | null {
  const amount = chosenAmount(choice, displayFactor);
  return amount === null ? null : money(amount, choice.currency);
}

/** An amount in canonical form in hundredths of its currency: ISO 4217 gives USD and TZS two decimals. */
export function minorUnits(amount: string): number {
  const [units = "", cents = "00"] = amount.split(".");
  return Number(units + cents);
}

/** Hundredths as an amount in canonical form: 1250 as "12.50", 5000000 as "50000". */
export function amountOfMinor(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  const cents = digits.slice(-2);
  return cents === "00" ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${cents}`;
}

/** "TZS 50,000", from hundredths. */
export const minorFigure = (minor: number, currency: Currency): string =>
  money(amountOfMinor(minor), currency);

/**
 * The form's own `amount`, as spec section 9 has it: "the computed amount is the raw number". In
 * TZS that is the label of the preset, 50, not the 50,000 shillings it is shown as. A payment
 * provider must charge the amount that was shown (`chosenAmount`), never this number.
 */
export function rawAmount(choice: DonationChoice): number {
  return choice.preset > 0 ? choice.preset : Number(readAmount(choice.customAmount) ?? 0);
}

/** "You are giving $50 once." */
export function summaryWords(choice: DonationChoice, displayFactor: number): string {
  const figure = chosenFigure(choice, displayFactor);
  if (figure === null) return words.chooseAmount;
  return fill(choice.frequency === "monthly" ? words.givingMonthly : words.givingOnce, { figure });
}
