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
export function amountError(text: string): string | null {
  if (readAmount(text) !== null) return null;
  const [whole = ""] = text.split(".");
  return isAmountText(text) && whole.replace(/^0+/, "").length > MAX_DIGITS
    ? `Enter an amount of ${MAX_DIGITS} digits or fewer`
    : "Enter an amount above 0 in numbers, with no more than two decimals";
}

/**
 * "1234567.50" as "1,234,567.50": without `Intl`, so that server and browser give the same text.
 */
function grouped(amount: string): string {
  const [units = "", cents] = amount.split(".");
  const groups = units.replace(/\B(?=(\d{3})+$)/g, ",");
  return cents === undefined ? groups : `${groups}.${cents}`;
}

function money(amount: string, currency: Currency): string {
  return currency === "USD" ? `$${grouped(amount)}` : `TZS ${grouped(amount)}`;
}

/** The figure on a preset's button. `displayFactor` is 1000 for TZS. */
export function presetFigure(preset: number, currency: Currency, displayFactor: number): string {
  return money(String(preset * displayFactor), currency);
}

/**
 * The figure on the button, in the summary and for screen readers; null while no amount is chosen.
 */
export function chosenFigure(choice: DonationChoice, displayFactor: number): string | null {
  if (choice.preset > 0) return presetFigure(choice.preset, choice.currency, displayFactor);
  const amount = readAmount(choice.customAmount);
  return amount === null ? null : money(amount, choice.currency);
}

/**
 * The form's own `amount`, as spec section 9 has it: "the computed amount is the raw number". In
 * TZS that is the label of the preset, 50, not the 50,000 shillings it is shown as. A payment
 * provider must charge the figure that was shown (`chosenFigure`), never this number.
 */
export function rawAmount(choice: DonationChoice): number {
  return choice.preset > 0 ? choice.preset : Number(readAmount(choice.customAmount) ?? 0);
}

/** "You are giving $50 once." */
export function summaryWords(choice: DonationChoice, displayFactor: number): string {
  const figure = chosenFigure(choice, displayFactor);
  if (figure === null) return "Choose an amount, or enter your own.";
  return `You are giving ${figure} ${choice.frequency === "monthly" ? "every month" : "once"}.`;
}
