import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  day,
  entry,
  fileKey,
  formFields,
  hero,
  image,
  meta,
  option,
  sitePath,
  slug,
  text,
} from "./fields.schema.ts";

/** The parts of the ledger. */
const claimGroup = z.enum(["reach", "projects", "budgets", "gifts", "use", "foundation"]);

const conflict = z.strictObject({
  /** The entry with the other reading. */
  claim: slug,
  /** The page that shows the other reading. */
  where: button,
  note: text,
});

const claim = entry({
  group: claimGroup,
  /** What the figure is called. */
  label: text,
  /** As texts show it: a number gets commas between thousands. What stands around it ("+", "over") is the text's. */
  value: z.union([
    z.number().nonnegative(),
    z.string().regex(/^[\w ,.+-]+$/, "must be letters, digits, spaces and , . + -"),
  ]),
  bound: z.enum(["exactly", "about", "over", "at least"]),
  unit: text,
  counts: text,
  asOf: day,
  source: text,
  status: z.enum(["verified", "placeholder"], { error: 'must be "verified" or "placeholder"' }),
  conflicts: z.array(conflict),
});

export type Claim = z.infer<typeof claim>;

const claimsSchema = z.strictObject({ claims: z.record(slug, claim) });

const account = entry({
  id: slug,
  title: text,
  /** Gifts in these currencies can be sent there. */
  currencies: z.array(z.enum(["USD", "TZS"])).min(1),
  numbers: z.array(entry({ label: text, value: text })).min(1),
  /** The field of a transfer that takes the reference of the gift. */
  referenceAs: text,
});

const givingSchema = z
  .strictObject({
    meta,
    hero,
    headings: entry({ gift: text, personal: text }),
    fields: formFields("amount", "purpose", "mayWrite"),
    submitText: text,
    promise: text,
    /** `most-needed`, and slugs of projects. */
    purposes: z.array(option).min(1),
    /** Above the accounts, while they are examples. */
    warning: text.nullable(),
    accounts: z.array(account).min(1),
  })
  .refine(
    ({ accounts, warning }) =>
      warning !== null || accounts.every(({ placeholder }) => !placeholder),
    { path: ["warning"], message: "must warn visitors while an account is a placeholder" },
  );

const amount = z.int().positive();
const currencyCode = z.enum(["USD", "TZS"]);

const donateSchema = z.strictObject({
  meta,
  hero,
  /** Shown above the form while no payment provider is connected. */
  notOpen: entry({ title: text, text, today: text, contact: button }),
  /** Below the form's button, and after its result. */
  otherWay: entry({ lead: text, text }),
  presets: z.array(amount).length(6),
  /** A preset is shown multiplied by `displayFactor`; the amount of the form stays the raw number. */
  currencies: z.array(entry({ code: currencyCode, label: text, displayFactor: amount })).length(2),
  frequencies: z.array(option).length(2),
  defaults: entry({ preset: amount, currency: currencyCode, frequency: text }),
  headings: entry({ currency: text, amount: text, frequency: text, personal: text }),
  fields: formFields("customAmount", "firstName", "lastName", "email", "phone"),
  yourImpact: entry({
    heading: text,
    items: z.array(claimReference).min(1),
    ...image,
  }),
  /** `text` says the share in words. */
  use: entry({
    heading: text,
    programs: claimReference,
    admin: claimReference,
    text,
    more: button,
  }),
  questions: entry({ heading: text, text }),
  /** `online`: those of the methods that a payment provider takes once it is configured. */
  securePayment: entry({
    heading: text,
    methods: z.array(text).min(1),
    online: z.array(text),
    comingSoon: text,
  }),
});

const project = entry({
  id: slug,
  title: text,
  link: sitePath,
  period: text,
  funder: text,
  budget: claimReference,
  spent: claimReference,
  /** What the funder and the foundation each contribute, where both are known. */
  parts: z.array(claimReference),
  note: text,
});

const download = entry({ id: slug, title: text, description: text, file: fileKey });

const whereTheMoneyGoesSchema = z.strictObject({
  meta,
  hero,
  use: entry({
    heading: text,
    text,
    chartAlt: altText,
    parts: z.array(claimReference).length(2),
  }),
  projects: entry({
    heading: text,
    /** Shown with a project whose budget or spending is not verified. */
    unconfirmed: text,
    introduction: text,
    items: z.array(project).min(1),
    more: entry({ text, link: button }),
  }),
  results: entry({ heading: text, points: z.array(entry({ title: text, text })).min(1) }),
  accounts: entry({ heading: text, introduction: text, items: z.array(download).min(1) }),
  trust: entry({
    heading: text,
    items: z.array(entry({ id: slug, title: text, text, link: button.exactOptional() })).min(1),
  }),
  conflicts: entry({ heading: text, introduction: text }),
  ledger: entry({
    heading: text,
    introduction: text,
    /** In the order of the page. */
    groups: z.array(entry({ id: claimGroup, title: text })).length(claimGroup.options.length),
  }),
  ending: entry({ title: text, text, actions: z.array(button).length(2) }),
});

export const givingFiles = {
  "claims.json": claimsSchema,
  "donate.json": donateSchema,
  "giving.json": givingSchema,
  "where-the-money-goes.json": whereTheMoneyGoesSchema,
} as const;

/** What `{"claim": "wells"}` becomes. */
export interface ResolvedClaim {
  claim: string;
  amount: number;
  /** The label of the entry. */
  text: string;
  /** What is said where the figure stands while another page has another one. */
  conflict?: string | undefined;
}

/** A content file as its TypeScript type has it, with the entries in place of their keys. */
export type Resolved<T> = T extends readonly (infer Item)[]
  ? readonly Resolved<Item>[]
  : T extends { claim: string }
    ? Exclude<keyof T, "claim"> extends never
      ? ResolvedClaim
      : { [Name in keyof T]: Resolved<T[Name]> }
    : T extends object
      ? { [Name in keyof T]: Resolved<T[Name]> }
      : T;
