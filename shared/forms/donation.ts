import words from "../../content/words/en/donation.json" with { type: "json" };
import { fill } from "../fill.ts";
import { grouped } from "./field.ts";

/** The code of a currency in ISO 4217. The content says which currencies donors may give in: USD and TZS by spec section 9. */
export type Currency = string;
export const CURRENCY = /^[A-Z]{3}$/;

/** Spec section 9: "Frequencies one-time and monthly." */
export const FREQUENCIES = ["one-time", "monthly"] as const;

export type Frequency = (typeof FREQUENCIES)[number];

/** Spec section 3, "Donation form state". */
export interface DonationChoice {
  currency: Currency;
  /** The label of the selected preset; 0 for a custom amount. */
  preset: number;
  /** The amount as typed. */
  customAmount: string;
  frequency: Frequency;
}

type AmountWords = typeof words.amount;

/** The maximum number of digits before the point: a larger number is not exact. */
const MAX_DIGITS = 9;

/** Returns the value of a digit in any script. In Unicode, the digits of a script are in a row, from its zero on. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Writes an amount in our digits, with an apostrophe for each separator that can only be between thousands. */
const plain = (typed: string) =>
  typed
    .replace(/\p{DI}/gu, "")
    .trim()
    .replace(/\p{Nd}/gu, digitValue)
    .replace(/[٫．]/g, ".")
    .replace(/[،，]/g, ",")
    .replace(/[\s٬’]/g, "'");

/** Thousands with one separator throughout, and decimals after another separator. */
const GROUPED = /^([1-9]\d{0,2}([.,'])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;
const UNGROUPED = /^(\d*)()(?:[.,](\d*))?$/;
/** An amount with a point before three digits, which may mean thousands or decimals. A comma there always means thousands. */
const TWO_WAYS = /^[1-9]\d{0,2}\.\d{3}$/;

/** The number of decimals of most currencies. */
const DECIMALS = 2;

function readTyped(typed: string, decimals: number) {
  const text = plain(typed);
  const [, whole = "", , part = ""] = GROUPED.exec(text) ?? UNGROUPED.exec(text) ?? [];
  const units = whole.replace(/\D/g, "").replace(/^0+/, "");
  const cents = part.padEnd(2, "0");
  let problem: keyof AmountWords | null = null;
  if (/[^\d.,']/.test(text)) problem = "signs";
  else if (units.length > MAX_DIGITS) problem = "tooLong";
  // Without decimals, a point before three digits can only stand between thousands.
  else if (decimals > 0 && TWO_WAYS.test(text)) problem = "unclear";
  else if (decimals === 0 && Number(cents) > 0) problem = "whole";
  else if (cents.length > 2 || Number(units + cents) === 0) problem = "format";
  const amount = (units || "0") + (cents === "00" ? "" : `.${cents}`);
  return { problem, amount, units, decimal: text.slice(0, -1) };
}

/** Reads a typed amount (spec section 5): "12,5" is "12.50". Null unless the amount is more than 0 and can be read in one way. */
export function readAmount(typed: string, decimals = DECIMALS): string | null {
  const { problem, amount } = readTyped(typed, decimals);
  return problem === null ? amount : null;
}

/** Returns the error of a typed amount; null when the amount is valid. */
export function amountError(
  typed: string,
  decimals = DECIMALS,
  amountWords: AmountWords = words.amount,
): string | null {
  const { problem, units, decimal } = readTyped(typed, decimals);
  return problem && fill(amountWords[problem], { digits: MAX_DIGITS, units, decimal });
}

function money(amount: string, currency: Currency): string {
  return currency === "USD" ? `$${grouped(amount)}` : `${currency} ${grouped(amount)}`;
}

/** Returns a preset as it is shown; `displayFactor` is 1000 for TZS. */
export function presetFigure(preset: number, currency: Currency, displayFactor: number): string {
  return money(String(preset * displayFactor), currency);
}

/** Returns the amount that is shown and may be pledged or charged, in canonical form. Null while none is chosen. */
export function chosenAmount(
  choice: DonationChoice,
  displayFactor: number,
  decimals = DECIMALS,
): string | null {
  return choice.preset > 0
    ? String(choice.preset * displayFactor)
    : readAmount(choice.customAmount, decimals);
}

/** Returns the chosen amount with its currency; null while no amount is chosen. */
export function chosenFigure(
  choice: DonationChoice,
  displayFactor: number,
  decimals = DECIMALS,
): string | null {
  const amount = chosenAmount(choice, displayFactor, decimals);
  return amount === null ? null : money(amount, choice.currency);
}

/** Converts an amount in canonical form to hundredths, the unit of the store for every currency. */
export function minorUnits(amount: string): number {
  const [units = "", cents = "00"] = amount.split(".");
  return Number(units + cents);
}

/** Converts hundredths to an amount in canonical form: 1250 to "12.50", 5000000 to "50000". */
export function amountOfMinor(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  const cents = digits.slice(-2);
  return cents === "00" ? digits.slice(0, -2) : `${digits.slice(0, -2)}.${cents}`;
}

/** Formats hundredths with their currency, such as "TZS 50,000". */
export const minorFigure = (minor: number, currency: Currency): string =>
  money(amountOfMinor(minor), currency);

/**
 * Returns the amount by spec section 9: "the computed amount is the raw number". In TZS the raw number is the label of the preset,
 * 50, not the 50,000 shillings that are shown. The donor is charged `chosenAmount`.
 */
export function rawAmount(choice: DonationChoice): number {
  return choice.preset > 0 ? choice.preset : Number(readAmount(choice.customAmount) ?? 0);
}

/** Returns the summary, such as "You are giving $50 once." */
export function summaryWords(
  choice: DonationChoice,
  displayFactor: number,
  decimals = DECIMALS,
): string {
  const figure = chosenFigure(choice, displayFactor, decimals);
  if (figure === null) return words.chooseAmount;
  return fill(choice.frequency === "monthly" ? words.givingMonthly : words.givingOnce, { figure });
}
