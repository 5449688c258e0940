import * as z from "zod";
import { CURRENCY, FREQUENCIES } from "../forms/donation.ts";
import {
  altText,
  button,
  card,
  claimKey,
  claimReference,
  claimText,
  day,
  each,
  ending,
  entry,
  type FieldNotes,
  fact,
  fileKey,
  fileOf,
  formFields,
  image,
  known,
  type marks,
  matching,
  moment,
  option,
  pageDocument,
  section,
  shared,
  sitePath,
  slug,
  text,
  texts,
  webUrl,
} from "./fields.schema.ts";
import { NOTICE_LABELS } from "./labels.ts";
import { pageFiles } from "./pages.schema.ts";

const number = matching(/^\+[\d ]+$/, "must begin with + and the country code");

const office = entry({ id: slug, name: text, addressLines: z.array(fact).min(1), country: shared });

const blogCategory = entry({ id: fact, name: text, slug, description: text });
export type BlogCategory = z.infer<typeof blogCategory>;

const CLAIM_GROUPS = {
  reach: { en: "Reach", sw: "Waliofikiwa" },
  projects: { en: "Projects", sw: "Miradi" },
  budgets: { en: "Budgets", sw: "Bajeti" },
  gifts: { en: "What a gift does", sw: "Kile ambacho mchango hufanya" },
  use: { en: "Use of gifts", sw: "Matumizi ya michango" },
  foundation: { en: "The foundation", sw: "Taasisi" },
};

/** The parts of the ledger, in the order of the page. */
const claimGroup = z
  .enum(["reach", "projects", "budgets", "gifts", "use", "foundation"])
  .meta({ choices: CLAIM_GROUPS } satisfies FieldNotes);

const BOUNDS = {
  exactly: { en: "Exactly", sw: "Hasa" },
  about: { en: "About", sw: "Takriban" },
  over: { en: "Over", sw: "Zaidi ya" },
  "at least": { en: "At least", sw: "Angalau" },
};

const CLAIM_STATES = {
  verified: { en: "Verified: the source has been seen", sw: "Imethibitishwa: chanzo kimeonekana" },
  placeholder: { en: "Placeholder: not confirmed yet", sw: "Ya mfano: bado haijathibitishwa" },
};

const claim = entry({
  group: claimGroup,
  label: text,
  /** The value as texts show it: a number gets thousands separators. Anything around the value ("+", "over") belongs to the text. */
  value: z.union([
    z.number().nonnegative(),
    z.string().regex(/^[\w ,.+-]+$/, "must be letters, digits, spaces and , . + -"),
  ]),
  bound: z
    .enum(["exactly", "about", "over", "at least"])
    .meta({ choices: BOUNDS } satisfies FieldNotes),
  ...texts("unit", "counts", "source"),
  asOf: day,
  status: z.enum(["verified", "placeholder"]).meta({ choices: CLAIM_STATES } satisfies FieldNotes),
  /** The entries that contradict this figure, and the pages that show those entries. */
  conflicts: z.array(fileOf({ claim: claimKey, where: button, note: text })),
});

export type Claim = z.infer<typeof claim>;

const currencyCode = matching(CURRENCY, "must be a currency code such as USD");

const account = entry({
  id: slug,
  title: text,
  currencies: z.array(currencyCode).min(1),
  numbers: z.array(known("value", { id: slug, label: text })).min(1),
  /** The field of a transfer that takes the reference of the gift. */
  referenceAs: text,
});

const TONES = {
  info: { en: "Information", sw: "Taarifa" },
  good: { en: "Good news", sw: "Habari njema" },
  bad: { en: "Warning", sw: "Onyo" },
};

/** A notice on top of every page, between two times in East Africa. */
const notice = entry(
  {
    id: slug,
    text,
    link: sitePath.nullable(),
    tone: z.enum(["info", "good", "bad"]).meta({ choices: TONES } satisfies FieldNotes),
    from: moment,
    until: moment,
  },
  NOTICE_LABELS,
).refine(({ from, until }) => from < until, {
  path: ["until"],
  error: "must be after the beginning",
});

const amount = z.int().positive();

const project = entry({
  id: slug,
  ...texts("title", "funder"),
  period: shared,
  link: sitePath,
  ...each(claimReference, "budget", "spent"),
  /** The contributions of the funder and of the foundation, where both are known. */
  parts: z.array(claimReference),
  note: claimText,
});

/** The schema of each data file. `site` covers `site.json` together with the texts of a language. */
export const dataSchemas = {
  ...pageFiles,
  "blog-categories": fileOf({ categories: z.array(blogCategory).min(1) }),
  endings: fileOf(
    each(ending, "article", "event", "gallery", "faq", "about", "ourWork", "blog", "projects"),
  ),
  "list-pages": fileOf(
    each(entry(texts("title", "subtitle", "description")), "projects", "announcements", "blog"),
  ),
  navigation: fileOf({
    header: z.array(entry({ text, link: sitePath, highlighted: z.boolean() })).min(1),
    footer: z.array(entry({ id: slug, title: text, links: z.array(button).min(1) })).min(1),
  }),
  notice: fileOf({ notices: z.array(notice) }),
  "project-categories": fileOf({
    categories: z.array(entry({ id: slug, name: text })).min(1),
  }),
  redirects: fileOf({ redirects: z.array(entry({ from: sitePath, to: sitePath })) }),
  site: fileOf({
    identity: entry({ ...each(fact, "name", "shortName"), tagline: text }),
    ...texts("mission", "vision", "description"),
    keywords: z.array(text).min(1),
    contact: entry({
      phones: z.array(entry({ id: slug, label: text, number })).min(1),
      email: entry({ address: z.email() }),
      website: entry({ text: fact, url: webUrl }),
    }),
    offices: z.array(office).min(1),
    officeHours: entry({
      rows: z.array(entry(texts("days", "hours"))).min(1),
      timeZoneName: text,
    }),
    zones: z.array(card({ name: text, regions: z.array(fact).min(1), text })).length(4),
    coreValues: z.array(entry({ id: slug, name: text, text })).length(6),
    thematicAreas: z.array(card({ name: text, text })).length(6),
    social: z
      .array(
        entry({
          id: z.enum(["photo-video-sharing", "professional-network", "video-channel"]),
          label: fact,
          url: webUrl,
        }),
      )
      .length(3),
    footer: entry(texts("about", "locationsHeading", "contactHeading")),
    poweredBy: entry({ label: text, name: fact, url: webUrl }),
    settings: entry({ blogViewCounter: z.boolean() }),
  }),
  claims: fileOf({ claims: z.record(slug, claim) }),
  donate: pageDocument({
    /** Shown above the form while no payment provider is connected. */
    notOpen: text,
    /** Shown below the form's button where donors can pay online as well. */
    otherWay: entry(texts("lead", "text")),
    presets: z.array(amount).length(6),
    /**
     * The currencies. A preset is shown multiplied by `displayFactor`; the amount of the form stays the raw number. `decimals` is 0
     * for a currency whose smaller unit nobody uses. The examples are in the currency itself, since prices differ from place to place.
     */
    currencies: z
      .array(
        entry({
          value: currencyCode,
          label: fact,
          displayFactor: amount,
          decimals: z.union([z.literal(0), z.literal(2)]),
          hint: text,
          examples: z.array(claimReference).min(1),
        }),
      )
      .min(1)
      .max(4),
    frequencies: z.array(option).length(2),
    defaults: entry({ preset: amount, currency: currencyCode, frequency: z.enum(FREQUENCIES) }),
    headings: entry(texts("currency", "amount", "frequency", "personal")),
    fields: formFields("customAmount", "firstName", "lastName", "email", "phone"),
    /** The reasons to trust the foundation, shown under the amounts. */
    proof: section({ items: z.array(entry({ id: slug, text: claimText, link: button })).min(1) }),
    yourImpact: section(image),
    use: section({
      ...each(claimReference, "programs", "admin"),
      text: claimText,
      more: button,
    }),
    questions: section({ text }),
    /** The payment methods. `online` lists those that a payment provider takes once it is configured. */
    securePayment: section({
      comingSoon: text,
      methods: z.array(text).min(1),
      online: z.array(text),
    }),
  }),
  giving: pageDocument({
    headings: entry(texts("gift", "personal")),
    fields: formFields("amount", "purpose", "mayWrite", "mayName"),
    ...texts("submitText", "promise"),
    /** The purposes. A story, a news item or an event of one of the `topics` is shown to donors; without topics, every story is. */
    purposes: z.array(entry({ value: slug, label: text, topics: z.array(fact) })).min(1),
    warning: text.nullable(),
    accounts: z.array(account).min(1),
    /** The statements on every receipt that employers who match gifts ask for. */
    receipt: entry(texts("registration", "inReturn")),
  })
    .refine(
      ({ accounts, warning }) =>
        warning !== null || accounts.every(({ placeholder }) => !placeholder),
      {
        path: ["warning"],
        message: "must tell visitors how to get an account that is a placeholder",
      },
    )
    .refine(
      ({ accounts }) =>
        accounts.every(
          ({ placeholder, numbers }) => !placeholder || numbers.some(({ value }) => value === null),
        ),
      {
        path: ["accounts"],
        message:
          "must have a null number in an account that is a placeholder, or donors would pay into it",
      },
    ),
  "where-the-money-goes": pageDocument({
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

export type DataName = keyof typeof dataSchemas;

export type Data<Name extends DataName> = z.infer<(typeof dataSchemas)[Name]>;

/** The compiled form of `{"claim": "wells"}`. `text` is the label; `conflict` is shown where another page has another figure. */
interface ResolvedClaim {
  claim: string;
  amount: number;
  text: string;
  conflict?: string | undefined;
}

/** A data file as its module exports it: with the entries of claims.json in place of their keys, and without notes for editors. */
export type Resolved<T> = T extends readonly (infer Item)[]
  ? readonly Resolved<Item>[]
  : T extends object
    ? { claim: string } extends T
      ? ResolvedClaim
      : { [Name in keyof T as Exclude<Name, keyof typeof marks>]: Resolved<T[Name]> }
    : T;
