import type { TicketPrice } from "../../../../shared/model/event-item.schema.ts";
import { readLine } from "./read-text.ts";

const currencySigns: Readonly<Record<string, string>> = {
  TSH: "TZS",
  TSHS: "TZS",
  US$: "USD",
  $: "USD",
  "€": "EUR",
  "£": "GBP",
  KSH: "KES",
  USH: "UGX",
};
const currencyCodes = new Set(["TZS", "USD", "EUR", "GBP", "KES", "UGX", "RWF", "ZAR", "CHF"]);

/** "Free" in English and Swahili. */
const freeWords =
  /^(?:free|free (?:entry|entrance|admission|of charge)|no charge|gratis|bure|bila malipo|hakuna kiingilio)[.!]?$/i;

/**
 * A number, or a text of one number with or without a currency, becomes an amount. A richer text
 * ("Free; lunch TZS 5,000") stays as it is, without an amount. 0 is free, never absent.
 */
export function readPrice(value: unknown): TicketPrice | null {
  if (typeof value === "number") {
    return value >= 0 && value < 1e12 ? priced(String(value), value, null) : null;
  }
  const text = readLine(value);
  if (text === null) return null;
  if (freeWords.test(text)) {
    return {
      text: /^free[.!]?$/i.test(text) ? "Free" : text,
      amount: 0,
      currency: null,
      isFree: true,
    };
  }
  const { before = "", number = "", after = "" } = pricePattern.exec(text)?.groups ?? {};
  const amount = readAmount(number);
  const currency = readCurrency(before || after);
  const isPlain = amount !== null && (before === "" || after === "") && currency !== undefined;
  return isPlain
    ? priced(text, amount, currency)
    : { text, amount: null, currency: null, isFree: false };
}

/** `5,000/=` and `5,000/-` are whole shillings. */
const pricePattern =
  /^(?<before>[A-Za-z$€£]{0,4})[.:]?\s*(?<number>\d[\d,]*(?:\.\d{1,2})?)(?:\s*\/[=-])?\s*(?<after>[A-Za-z$€£]{0,4})\.?$/;

function priced(text: string, amount: number, currency: string | null): TicketPrice {
  const isFree = amount === 0;
  return { text: isFree ? "Free" : text, amount: isFree ? 0 : amount, currency, isFree };
}

/** Undefined for an unknown currency, null for none. */
function readCurrency(word: string): string | null | undefined {
  if (word === "") return null;
  const upper = word.toUpperCase();
  return currencyCodes.has(upper) ? upper : currencySigns[upper];
}

function readAmount(text: string): number | null {
  const isNumber = /^\d{1,12}(?:\.\d{1,2})?$/.test(text);
  const isSeparated = /^\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?$/.test(text);
  return isNumber || isSeparated ? Number(text.replaceAll(",", "")) : null;
}
