import type { ErrorWords } from "./field-errors.ts";

/** Its control, its keyboard and its rule. */
export type FieldKind = "line" | "email" | "tel" | "url" | "long" | "choice" | "choices";

/** One field of a form: its rule on the server, its markup on both sides. Its texts are in `content`. */
export interface Field {
  kind: FieldKind;
  isRequired: boolean;
  /** In UTF-16 code units, a line break counted once. For choices: the maximum number. */
  maxLength: number;
  /** A key of the words that complete "Enter ..." or "Choose ...". */
  noun: keyof ErrorWords["nouns"];
  /** An autocomplete token of the HTML standard (WCAG 1.3.5); else `email`, `tel` or `url`, as the kind is, or `off`. */
  autoComplete?: string;
  /** Their labels are in `content`. */
  values?: readonly string[];
}

export type FieldSet = Readonly<Record<string, Field>>;

/** Bounds of docs/decisions/0042. */
export const MAX = { name: 100, email: 254, phone: 30, other: 150, long: 5000 } as const;

/** What most fields are; each adds its noun. */
export const line = { kind: "line", isRequired: true, maxLength: MAX.other } as const;
export const nameLine = { ...line, maxLength: MAX.name } as const;
export const long = { kind: "long", isRequired: true, maxLength: MAX.long } as const;
export const choice = { kind: "choice", isRequired: true, maxLength: MAX.other } as const;

/** What several forms ask of a person. */
export const personFields = {
  firstName: { ...nameLine, noun: "firstName", autoComplete: "given-name" },
  lastName: { ...nameLine, noun: "lastName", autoComplete: "family-name" },
  email: { kind: "email", isRequired: true, maxLength: MAX.email, noun: "email" },
  phone: { kind: "tel", isRequired: false, maxLength: MAX.phone, noun: "phone" },
} as const satisfies FieldSet;

/**
 * "1234567.50" as "1,234,567.50". Without `Intl`, so that server and browser give the same text; the first number that it
 * formats also costs a start 14 ms.
 */
export function grouped(amount: number | string): string {
  const [units = "", decimals] = String(amount).split(".");
  const groups = units.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}
