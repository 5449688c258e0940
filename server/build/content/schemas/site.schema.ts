import * as z from "zod";
import {
  altText,
  button,
  card,
  claimText,
  each,
  ending,
  entry,
  fact,
  fileKey,
  formFields,
  imageKey,
  known,
  matching,
  page,
  picture,
  shared,
  sitePath,
  slug,
  text,
  texts,
  webUrl,
} from "./fields.schema.ts";

const clock = matching(/^\d\d:\d\d$/, "must be a time such as 09:00");
const number = matching(/^\+[\d ]+$/, "must begin with + and the country code");
const weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

const office = entry({
  id: slug,
  name: text,
  addressLines: z.array(fact).min(1),
  country: shared,
  locality: fact.nullable(),
  region: fact,
  countryCode: z.enum(["TZ", "US"]),
  isHeadquarters: z.boolean(),
});

const mapFrame = matching(
  /^https:\/\/(?:www\.google\.com\/maps\/embed|www\.openstreetmap\.org\/export\/embed\.html)\b/,
  "must be an embed URL of google.com/maps or openstreetmap.org",
);

const blogCategory = entry({ id: fact, name: text, slug, description: text });
export type BlogCategory = z.infer<typeof blogCategory>;

const resourceType = z.enum(["branding", "reports", "media", "press"]);
const category = z.enum(["beneficiary", "partner"]);

const testimonial = known("name", {
  id: slug,
  ...texts("role", "quote"),
  ...picture("avatar"),
  category,
});

export const siteFiles = {
  "blog-categories": z.strictObject({ categories: z.array(blogCategory).min(1) }),
  contact: page({
    headings: entry(texts("offices", "phone", "email", "officeHours", "map", "form")),
    map: entry({ title: text, embedUrl: mapFrame, linkUrl: webUrl, ...picture("sketch") }),
    form: entry({
      fields: formFields("name", "email", "phoneNumber", "subject", "message"),
      submitText: text,
    }),
  }),
  endings: z.strictObject(each(ending, "article", "event", "gallery", "faq", "about", "ourWork")),
  gallery: page({
    categories: z.array(fact).length(8),
    items: z
      .array(entry({ id: slug, src: imageKey, alt: altText, category: fact, caption: text }))
      .min(12),
  }),
  "list-pages": z.strictObject(
    each(
      entry(texts("title", "subtitle", "description")),
      "projects",
      "newsEvents",
      "announcements",
      "blog",
      "yourData",
    ),
  ),
  "media-resources": page({
    filters: z
      .array(entry({ value: z.enum(["all", ...resourceType.options]), label: text }))
      .length(5),
    items: z
      .array(entry({ id: slug, title: text, description: claimText, resourceType, file: fileKey }))
      .min(8),
    inquiries: entry({ ...texts("title", "text", "responseTime"), link: button }),
  }),
  navigation: z.strictObject({
    header: z.array(entry({ text, link: sitePath, highlighted: z.boolean() })).min(1),
    footer: z.array(entry({ id: slug, title: text, links: z.array(button).min(1) })).min(1),
  }),
  "project-categories": z.strictObject({
    categories: z.array(entry({ id: slug, name: text })).min(1),
  }),
  redirects: z.strictObject({ redirects: z.array(entry({ from: sitePath, to: sitePath })) }),
  site: z.strictObject({
    identity: entry({ ...each(fact, "name", "shortName"), tagline: text, ...picture("logo") }),
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
      timeZone: fact,
      timeZoneName: text,
      openDays: z.array(z.enum(weekdays)).min(1),
      opens: clock,
      closes: clock,
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
    footer: entry(texts("aboutHeading", "about", "locationsHeading", "contactHeading")),
    poweredBy: entry({ label: text, name: fact, url: webUrl }),
    settings: entry({ blogViewCounter: z.boolean() }),
  }),
  testimonials: page({
    filters: z.array(entry({ value: z.enum(["all", ...category.options]), label: text })).length(3),
    items: z.array(testimonial).min(6),
    shareYourStory: entry({ title: text, text, link: button }),
  }),
} as const;

/** Read from the file itself; `fileSize` is for people: "12 kB". */
export interface MediaFile {
  fileType: "PDF" | "ZIP";
  sizeBytes: number;
  fileSize: string;
  downloadLink: string;
}
