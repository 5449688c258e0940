import type words from "../../content/words/en/form-errors.json";

/** The kind of a field: its control, its keyboard and its rule. */
export type FieldKind = "line" | "email" | "tel" | "url" | "long" | "choice" | "choices";

/**
 * One field of a form: its rule on the server, its markup on both sides. Its texts are in
 * `content`.
 */
export interface Field {
  kind: FieldKind;
  isRequired: boolean;
  /** In UTF-16 code units, a line break counted once. For choices: the maximum number. */
  maxLength: number;
  /** Of `content/words`: completes "Enter ..." or "Choose ...". */
  noun: keyof typeof words.nouns;
  /** An autocomplete token of the HTML standard (WCAG 1.3.5); `off` where none is given. */
  autoComplete?: string;
  /** The values; their labels are in `content`. */
  values?: readonly string[];
}

export type FieldSet = Readonly<Record<string, Field>>;

/** Bounds of docs/decisions/0042. */
export const MAX = {
  name: 100,
  email: 254,
  phone: 30,
  subject: 150,
  other: 150,
  long: 5000,
} as const;

/** The on-screen keyboard for a kind. */
export const inputModes = {
  line: "text",
  email: "email",
  tel: "tel",
  url: "url",
  long: "text",
} as const;
