import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  claimText,
  day,
  each,
  ending,
  entry,
  fact,
  fileKey,
  formFields,
  image,
  known,
  option,
  page,
  section,
  shared,
  sitePath,
  slug,
  text,
  texts,
} from "./fields.schema.ts";

/** The parts of the ledger, in the order of the page. */
const claimGroup = z.enum(["reach", "projects", "budgets", "gifts", "use", "foundation"]);

const claim = entry({
  group: claimGroup,
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
  /** Entries with another reading, and the pages that show it. */
  conflicts: z.array(z.strictObject({ claim: slug, where: button, note: text })),
});

export type Claim = z.infer<typeof claim>;

const currencyCode = z.enum(["USD", "TZS"]);

const account = entry({
  id: slug,
  title: text,
  currencies: z.array(currencyCode).min(1),
  numbers: z.array(known("value", { id: slug, label: text })).min(1),
  /** The field of a transfer that takes the reference of the gift. */
  referenceAs: text,
});

const amount = z.int().positive();

const project = entry({
  id: slug,
  ...texts("title", "funder"),
  period: shared,
  link: sitePath,
  ...each(claimReference, "budget", "spent"),
  /** What the funder and the foundation each contribute, where both are known. */
  parts: z.array(claimReference),
  note: claimText,
});

export const givingFiles = {
  claims: z.strictObject({ claims: z.record(slug, claim) }),
  donate: page({
    /** Shown above the form while no payment provider is connected. */
    notOpen: entry({ ...texts("title", "text", "today"), contact: button }),
    /** Below the form's button, and after its result. */
    otherWay: entry(texts("lead", "text")),
    presets: z.array(amount).length(6),
    /** A preset is shown multiplied by `displayFactor`; the amount of the form stays the raw number. */
    currencies: z
      .array(entry({ code: currencyCode, label: fact, displayFactor: amount }))
      .length(2),
    frequencies: z.array(option).length(2),
    defaults: entry({ preset: amount, currency: currencyCode, frequency: fact }),
    headings: entry(texts("currency", "amount", "frequency", "personal")),
    fields: formFields("customAmount", "firstName", "lastName", "email", "phone"),
    yourImpact: section({ items: z.array(claimReference).min(1), ...image }),
    use: section({
      ...each(claimReference, "programs", "admin"),
      text: claimText,
      more: button,
    }),
    questions: section({ text }),
    /** `online`: those of the methods that a payment provider takes once it is configured. */
    securePayment: section({
      comingSoon: text,
      methods: z.array(text).min(1),
      online: z.array(text),
    }),
  }),
  giving: page({
    headings: entry(texts("gift", "personal")),
    fields: formFields("amount", "purpose", "mayWrite"),
    ...texts("submitText", "promise"),
    purposes: z.array(option).min(1),
    warning: text.nullable(),
    accounts: z.array(account).min(1),
  }).refine(
    ({ accounts, warning }) =>
      warning !== null || accounts.every(({ placeholder }) => !placeholder),
    { path: ["warning"], message: "must warn visitors while an account is a placeholder" },
  ),
  "where-the-money-goes": page({
    hero: entry({ title: text, subtitle: claimText }),
    use: section({ text: claimText, chartAlt: altText, parts: z.array(claimReference).length(2) }),
    projects: section({
      /** Shown with a project whose budget or spending is not verified. */
      unconfirmed: text,
      introduction: claimText,
      items: z.array(project).min(1),
      more: entry({ text, link: button }),
    }),
    results: section({ points: z.array(entry({ title: text, text: claimText })).min(1) }),
    accounts: section({
      introduction: claimText,
      items: z.array(entry({ id: slug, ...texts("title", "description"), file: fileKey })).min(1),
    }),
    trust: section({
      items: z
        .array(entry({ id: slug, title: text, text: claimText, link: button.exactOptional() }))
        .min(1),
    }),
    conflicts: section({ introduction: text }),
    ledger: section({
      introduction: text,
      groups: z.array(entry({ id: claimGroup, title: text })).length(claimGroup.options.length),
    }),
    ending,
  }),
} as const;

/** What `{"claim": "wells"}` becomes: `text` is the label, `conflict` is said where another page has another figure. */
export interface ResolvedClaim {
  claim: string;
  amount: number;
  text: string;
  conflict?: string | undefined;
}
