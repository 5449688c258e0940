import * as z from "zod";
import { button, day, entry, slug, text } from "../fields.schema.ts";

/** The parts of the ledger. */
export const claimGroup = z.enum(["reach", "projects", "budgets", "gifts", "use", "foundation"]);

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

export const claimsSchema = z.strictObject({ claims: z.record(slug, claim) });
