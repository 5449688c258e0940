import { z } from "zod";

/** Numbers of transactions and plans: some pages of the documentation show them as text. */
const id = z
  .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)])
  .transform((value) => String(value));

/** In units of the currency: 50000, 12.5, "50000.00". Exact in hundredths up to the largest amount a gift may have. */
const amountMinor = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().nonnegative().max(1e11))
  .transform((units) => Math.round(units * 100));

const success = <Data extends z.ZodType>(data: Data) =>
  z.object({ status: z.literal("success"), data });

/** `POST /payments` ("Flutterwave Standard", step 2): the link of the hosted page. */
export const linkSchema = success(z.object({ link: z.url() }));

/** `POST /payment-plans` ("Payment Plans", Create Payment Plan). */
export const planSchema = success(z.object({ id }));

const transaction = z.object({
  id,
  tx_ref: z.string().max(200),
  amount: amountMinor,
  currency: z.string().max(10),
  /** `successful`, `failed` or `pending` ("Transaction Verification"). */
  status: z.string().max(50),
});

export type Transaction = z.infer<typeof transaction>;

/** `GET /transactions/:id/verify` and `GET /transactions/verify_by_reference` ("Transaction Verification"). */
export const transactionSchema = success(transaction);

/** `GET /transactions` ("Get all transactions"). */
export const transactionsSchema = success(z.array(transaction).max(100));

/** `GET /refunds` ("Fetch multiple refunded transactions"). */
export const refundsSchema = success(
  z
    .array(
      z.object({
        amount_refunded: amountMinor,
        status: z.string().max(50),
        transaction_id: id.optional(),
        /** The name in the answer to a new refund ("Refunds"). */
        tx_id: id.optional(),
      }),
    )
    .max(100),
);

/** `GET /balances` ("Get multiple wallet balances"): read for its status alone. */
export const balanceSchema = z.object({ status: z.literal("success") });

const reference = z.string().max(200).optional();
const about = z.object({
  id: id.optional().catch(undefined),
  tx_ref: reference,
  txRef: reference,
});

/** "Webhooks"; version 2 sends it flat, with `txRef`. Only what it is about is read, never what it claims. */
export const webhookSchema = about.extend({
  event: z.string().max(100).nullish(),
  data: about.nullish(),
});
