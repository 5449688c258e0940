import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  claimText,
  day,
  ending,
  entry,
  fact,
  fileKey,
  formFields,
  image,
  known,
  option,
  page,
  shared,
  sitePath,
  slug,
  text,
  texts,
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
  ...texts("unit", "counts", "source"),
  asOf: day,
  status: z.enum(["verified", "placeholder"]),
  conflicts: z.array(conflict),
});

export type Claim = z.infer<typeof claim>;

const currencyCode = z.enum(["USD", "TZS"]);

const account = entry({
  id: slug,
  title: text,
  /** Gifts in these currencies can be sent there. */
  currencies: z.array(currencyCode).min(1),
  numbers: z.array(known("value", { id: slug, label: text })).min(1),
  /** The field of a transfer that takes the reference of the gift. */
  referenceAs: text,
});

const givingSchema = page({
  headings: entry(texts("gift", "personal")),
  fields: formFields("amount", "purpose", "mayWrite"),
  ...texts("submitText", "promise"),
  /** `most-needed`, and slugs of projects. */
  purposes: z.array(option).min(1),
  /** Above the accounts, while they are examples. */
  warning: text.nullable(),
  accounts: z.array(account).min(1),
}).refine(
  ({ accounts, warning }) => warning !== null || accounts.every(({ placeholder }) => !placeholder),
  { path: ["warning"], message: "must warn visitors while an account is a placeholder" },
);

const amount = z.int().positive();

const donateSchema = page({
  /** Shown above the form while no payment provider is connected. */
  notOpen: entry({ ...texts("title", "text", "today"), contact: button }),
  /** Below the form's button, and after its result. */
  otherWay: entry(texts("lead", "text")),
  presets: z.array(amount).length(6),
  /** A preset is shown multiplied by `displayFactor`; the amount of the form stays the raw number. */
  currencies: z.array(entry({ code: currencyCode, label: fact, displayFactor: amount })).length(2),
  frequencies: z.array(option).length(2),
  defaults: entry({ preset: amount, currency: currencyCode, frequency: fact }),
  headings: entry(texts("currency", "amount", "frequency", "personal")),
  fields: formFields("customAmount", "firstName", "lastName", "email", "phone"),
  yourImpact: entry({ heading: text, items: z.array(claimReference).min(1), ...image }),
  /** `text` says the share in words. */
  use: entry({
    heading: text,
    programs: claimReference,
    admin: claimReference,
    text: claimText,
    more: button,
  }),
  questions: entry(texts("heading", "text")),
  /** `online`: those of the methods that a payment provider takes once it is configured. */
  securePayment: entry({
    ...texts("heading", "comingSoon"),
    methods: z.array(text).min(1),
    online: z.array(text),
  }),
});

const project = entry({
  id: slug,
  ...texts("title", "funder"),
  period: shared,
  link: sitePath,
  budget: claimReference,
  spent: claimReference,
  /** What the funder and the foundation each contribute, where both are known. */
  parts: z.array(claimReference),
  note: claimText,
});

const download = entry({ id: slug, ...texts("title", "description"), file: fileKey });

const trust = entry({ id: slug, title: text, text: claimText, link: button.exactOptional() });

const whereTheMoneyGoesSchema = page({
  hero: entry({ title: text, subtitle: claimText }),
  use: entry({
    heading: text,
    text: claimText,
    chartAlt: altText,
    parts: z.array(claimReference).length(2),
  }),
  projects: entry({
    heading: text,
    /** Shown with a project whose budget or spending is not verified. */
    unconfirmed: text,
    introduction: claimText,
    items: z.array(project).min(1),
    more: entry({ text, link: button }),
  }),
  results: entry({
    heading: text,
    points: z.array(entry({ title: text, text: claimText })).min(1),
  }),
  accounts: entry({ heading: text, introduction: claimText, items: z.array(download).min(1) }),
  trust: entry({ heading: text, items: z.array(trust).min(1) }),
  conflicts: entry(texts("heading", "introduction")),
  ledger: entry({
    ...texts("heading", "introduction"),
    /** In the order of the page. */
    groups: z.array(entry({ id: claimGroup, title: text })).length(claimGroup.options.length),
  }),
  ending,
});

export const givingFiles = {
  claims: z.strictObject({ claims: z.record(slug, claim) }),
  donate: donateSchema,
  giving: givingSchema,
  "where-the-money-goes": whereTheMoneyGoesSchema,
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
