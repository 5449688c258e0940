import type { ErrorWords } from "./error-words.ts";

/** The kind of a field, which decides on its control, its keyboard and its rule. */
export type FieldKind = "line" | "email" | "tel" | "url" | "long" | "choice" | "choices";

/** A field of a form: its rule on the server, and its markup on both sides. The texts of a field are in `content`. */
export interface Field {
  kind: FieldKind;
  isRequired: boolean;
  /** The field that may be filled in instead. A required field is then not missing while the other one has a value. */
  orElse?: string;
  /** The limit in UTF-16 code units, a line break counted once. For choices, the maximum number of choices. */
  maxLength: number;
  /** A key of the words that complete "Enter ..." or "Choose ...". */
  noun: keyof ErrorWords["nouns"];
  /** An autocomplete token of the HTML standard (WCAG 1.3.5). The default is the kind, if `email`, `tel` or `url`, or else `off`. */
  autoComplete?: string;
  /** The values to choose from, whose labels are in `content`. */
  values?: readonly string[];
}

export type FieldSet = Readonly<Record<string, Field>>;

/** The limits of docs/decisions/0042. */
export const MAX = { name: 100, email: 254, phone: 30, other: 150, long: 5000 } as const;

/** The properties of most fields; each field adds its noun. */
export const line = { kind: "line", isRequired: true, maxLength: MAX.other } as const;
export const nameLine = { ...line, maxLength: MAX.name } as const;
export const long = { kind: "long", isRequired: true, maxLength: MAX.long } as const;
export const choice = { kind: "choice", isRequired: true, maxLength: MAX.other } as const;

/** The fields about a person that several forms share. */
export const personFields = {
  firstName: { ...nameLine, noun: "firstName", autoComplete: "given-name" },
  lastName: { ...nameLine, noun: "lastName", autoComplete: "family-name" },
  email: { kind: "email", isRequired: true, maxLength: MAX.email, noun: "email" },
  phone: { kind: "tel", isRequired: false, maxLength: MAX.phone, noun: "phone" },
} as const satisfies FieldSet;

/**
 * Formats "1234567.50" as "1,234,567.50". Does without `Intl`, so that server and browser give the same text. The first number
 * that `Intl` formats also costs a start 14 ms.
 */
export function grouped(amount: number | string): string {
  const [units = "", decimals] = String(amount).split(".");
  const groups = units.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}
