import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  entry,
  formField,
  hero,
  imageKey,
  meta,
  option,
  text,
} from "../fields.schema.ts";

const amount = z.int().positive();
const currencyCode = z.enum(["USD", "TZS"]);

export const donateSchema = z.strictObject({
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
  fields: entry({
    customAmount: formField,
    firstName: formField,
    lastName: formField,
    email: formField,
    phone: formField,
  }),
  yourImpact: entry({
    heading: text,
    items: z.array(claimReference).min(1),
    image: imageKey,
    imageAlt: altText,
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
