import { z } from "zod";
import { CURRENCIES, FREQUENCIES } from "../../shared/forms/donation.ts";
import { LANGUAGES } from "../../shared/languages.ts";

/**
 * `pledged`: promised, by bank transfer or mobile money. `pending`: a payment has begun. `paid`: the money is
 * there. `failed`: the payment was refused. `cancelled`: given up. `refunded`: the money went back.
 */
export const GIFT_STATES = [
  "pledged",
  "pending",
  "paid",
  "failed",
  "cancelled",
  "refunded",
] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Who changed the state of a gift. `job`: asked the provider again. */
export const GIFT_ACTORS = ["donor", "provider", "staff", "job"] as const;

const time = z.iso.datetime();

const provider = z.object({
  name: z.string(),
  /** The provider's number of the payment. */
  transactionId: z.string().optional(),
  /** The provider's number of the plan of monthly payments. */
  plan: z.string().optional(),
  /** The provider's page on which the donor pays. */
  pageUrl: z.url().optional(),
});

/** A gift (docs/decisions/0055). Times are ISO 8601 in UTC. */
export const giftSchema = z.object({
  /** Unguessable, since it is the address of the gift's page: `G-7K3M-2Q9F-XT4B-0HVW`. */
  reference: z.string(),
  /** In hundredths of the currency: ISO 4217 gives USD and TZS two decimals each. */
  amountMinor: z.int().positive(),
  currency: z.enum(CURRENCIES),
  frequency: z.enum(FREQUENCIES),
  /** `most-needed`, or the slug of a project. */
  purpose: z.string(),
  /** Null once the donor is forgotten. */
  donor: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      /** Null where none was given. */
      phone: z.string().nullable(),
    })
    .nullable(),
  /** Consent to be written to about the work. */
  mayWrite: z.boolean(),
  /** Of the page on which it was given, for mails. */
  language: z.enum(LANGUAGES).default("en"),
  state: z.enum(GIFT_STATES),
  /** Oldest first; the last one is the current state. */
  history: z
    .array(
      z.object({
        state: z.enum(GIFT_STATES),
        at: time,
        by: z.enum(GIFT_ACTORS),
        /** Written by staff, or the provider's reason: never shown to visitors. */
        note: z.string().optional(),
      }),
    )
    .min(1),
  provider: provider.nullable(),
  /** A hash; the same post has the same. */
  idempotencyKey: z.string(),
  createdAt: time,
  /** When the provider is asked about the gift, at the earliest; null when it is not asked. */
  nextCheckAt: time.nullable(),
});

export type Gift = z.infer<typeof giftSchema>;
export type GiftActor = (typeof GIFT_ACTORS)[number];
export type GiftProvider = z.infer<typeof provider>;
