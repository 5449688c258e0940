import * as z from "zod";
import { altText, entry, imageKey, slug, text, webUrl } from "../fields.schema.ts";

const clock = z.string().regex(/^\d\d:\d\d$/, "must be a time such as 09:00");
const weekday = z.enum([
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
]);

const phone = entry({
  id: slug,
  label: text,
  number: z.string().regex(/^\+[\d ]+$/, "must begin with + and the country code"),
});

const office = entry({
  id: slug,
  name: text,
  addressLines: z.array(text).min(1),
  locality: text.nullable(),
  region: text,
  countryCode: z.enum(["TZ", "US"]),
  isHeadquarters: z.boolean(),
});

const zone = entry({
  id: slug,
  name: text,
  regions: z.array(text).min(1),
  text,
  image: imageKey,
  imageAlt: altText,
});

const thematicArea = entry({ id: slug, name: text, text, image: imageKey, imageAlt: altText });

export const siteSchema = z.strictObject({
  identity: entry({ name: text, shortName: text, tagline: text, logo: imageKey, logoAlt: altText }),
  mission: text,
  vision: text,
  description: text,
  keywords: z.array(text).min(1),
  contact: entry({
    phones: z.array(phone).min(1),
    email: entry({ address: z.email() }),
    website: entry({ text, url: webUrl }),
  }),
  offices: z.array(office).min(1),
  officeHours: entry({
    rows: z.array(entry({ days: text, hours: text })).min(1),
    timeZone: text,
    timeZoneName: text,
    openDays: z.array(weekday).min(1),
    opens: clock,
    closes: clock,
  }),
  zones: z.array(zone).length(4),
  coreValues: z.array(entry({ id: slug, name: text, text })).length(6),
  thematicAreas: z.array(thematicArea).length(6),
  social: z
    .array(
      entry({
        id: z.enum(["photo-video-sharing", "professional-network", "video-channel"]),
        label: text,
        url: webUrl,
      }),
    )
    .length(3),
  footer: entry({ aboutHeading: text, about: text, locationsHeading: text, contactHeading: text }),
  poweredBy: entry({ label: text, name: text, url: webUrl }),
  settings: entry({
    /** False hides the decorative view counter of blog posts. */
    blogViewCounter: z.boolean(),
  }),
});
