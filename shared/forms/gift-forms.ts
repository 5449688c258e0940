import { FREQUENCIES } from "./donation.ts";
import { choice, type FieldSet, line, MAX, personFields } from "./field.ts";

/**
 * The fields about a donor. A telephone number is enough: most people here give by mobile money, and many have no e-mail
 * address.
 */
export const donorFields = {
  firstName: personFields.firstName,
  lastName: personFields.lastName,
  email: { ...personFields.email, orElse: "phone" },
  phone: personFields.phone,
} as const satisfies FieldSet;

const consent = { kind: "choices", isRequired: false, maxLength: 1, values: ["yes"] } as const;

/** The fields of a gift that only its donor can know. */
export const consentFields = {
  mayWrite: { ...consent, noun: "mayWrite" },
  mayName: { ...consent, noun: "mayName" },
} as const satisfies FieldSet;

/** A gift by bank transfer or mobile money. The values of `purpose` and `currency` are in the content. */
export const pledgeFields = {
  amount: { ...line, maxLength: MAX.phone, noun: "amount", autoComplete: "transaction-amount" },
  currency: { ...choice, noun: "currency" },
  frequency: { ...choice, noun: "frequency", values: FREQUENCIES },
  purpose: { ...choice, noun: "purpose" },
  ...donorFields,
  ...consentFields,
} as const satisfies FieldSet;

/** A random key in a donation form that leads to a payment: the same post again is the same gift. */
export const PAYMENT_KEY = "paymentKey";
export const PLEDGE_KEY = "pledgeKey";

interface Account {
  currencies: readonly string[];
  numbers: readonly { value: string | null }[];
}

/** Returns the accounts that take a currency. An account with an unknown number stands in for a real one, and nobody may pay into it. */
export const payableAccounts = <One extends Account>(accounts: readonly One[], currency: string) =>
  accounts.filter(
    ({ currencies, numbers }) =>
      currencies.includes(currency) && numbers.every(({ value }) => value !== null),
  );

/** The value of `way` with which a donor who could pay online asks for the account instead. */
export const BY_TRANSFER = "transfer";

/** The fewest digits of a telephone number that can be called: `0712 345 678`, `+1 512 555 0100`. */
const FEWEST_DIGITS = 9;

const digitsOf = (phone: string): string => phone.replace(/\D/g, "");

/** Returns whether a person can be called by this number alone. */
export const isCallable = (phone: string): boolean => digitsOf(phone).length >= FEWEST_DIGITS;

/** The number of last digits of a telephone number that open a receipt. */
const LAST_DIGITS = 4;

/** Returns the last digits of a telephone number; empty when it has too few. */
export const lastDigits = (phone: string): string =>
  isCallable(phone) ? digitsOf(phone).slice(-LAST_DIGITS) : "";
