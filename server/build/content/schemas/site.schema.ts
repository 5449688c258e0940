import * as z from "zod";
import {
  altText,
  button,
  entry,
  fileKey,
  formFields,
  hero,
  image,
  imageKey,
  meta,
  sitePath,
  slug,
  text,
  webUrl,
} from "./fields.schema.ts";

const clock = z.string().regex(/^\d\d:\d\d$/, "must be a time such as 09:00");
const weekdays = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

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

const zone = entry({ id: slug, name: text, regions: z.array(text).min(1), text, ...image });

const thematicArea = entry({ id: slug, name: text, text, ...image });

const siteSchema = z.strictObject({
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
    openDays: z.array(z.enum(weekdays)).min(1),
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

const mapFrame = z
  .string()
  .regex(
    /^https:\/\/(?:www\.google\.com\/maps\/embed|www\.openstreetmap\.org\/export\/embed\.html)\b/,
    "must be an embed URL of google.com/maps or openstreetmap.org",
  );

const contactSchema = z.strictObject({
  meta,
  hero,
  headings: entry({
    offices: text,
    phone: text,
    email: text,
    officeHours: text,
    map: text,
    form: text,
  }),
  map: entry({
    title: text,
    address: text,
    embedUrl: mapFrame,
    linkUrl: webUrl,
    sketch: imageKey,
    sketchAlt: altText,
  }),
  form: entry({
    fields: formFields("name", "email", "phoneNumber", "subject", "message"),
    submitText: text,
  }),
});

const link = entry({ text, link: sitePath });

const navigationSchema = z.strictObject({
  header: z.array(entry({ text, link: sitePath, highlighted: z.boolean() })).min(1),
  footer: z.array(entry({ id: slug, title: text, links: z.array(link).min(1) })).min(1),
});

/** Status 308: permanent, and the method stays the same. */
const redirectsSchema = z.strictObject({
  redirects: z.array(entry({ from: sitePath, to: sitePath })),
});

const projectCategoriesSchema = z.strictObject({
  categories: z.array(entry({ id: slug, name: text })).min(1),
});

const blogCategory = entry({ id: text, name: text, slug, description: text });

const blogCategoriesSchema = z.strictObject({ categories: z.array(blogCategory).min(1) });

export type BlogCategory = z.infer<typeof blogCategory>;

const listPage = entry({ title: text, subtitle: text, description: text });

/** Headings of the list pages. */
const listPagesSchema = z.strictObject({
  projects: listPage,
  newsEvents: listPage,
  announcements: listPage,
  blog: listPage,
  yourData: listPage,
});

const ending = entry({ title: text, text, actions: z.array(button).length(2) });

/** The last band of a page: what a visitor can do next, different by page. */
const endingsSchema = z.strictObject({
  article: ending,
  event: ending,
  gallery: ending,
  faq: ending,
  about: ending,
  ourWork: ending,
});

const resourceType = z.enum(["branding", "reports", "media", "press"]);

const mediaResourcesSchema = z.strictObject({
  meta,
  hero,
  filters: z
    .array(entry({ value: z.enum(["all", ...resourceType.options]), label: text }))
    .length(5),
  /** Type and size of a file are read from the file itself. */
  items: z
    .array(entry({ id: slug, title: text, description: text, resourceType, file: fileKey }))
    .min(8),
  inquiries: entry({ title: text, text, responseTime: text, link: button }),
});

const gallerySchema = z.strictObject({
  meta,
  hero,
  categories: z.array(text).length(8),
  items: z
    .array(entry({ id: slug, src: imageKey, alt: altText, category: text, caption: text }))
    .min(12),
});

export const siteFiles = {
  "blog-categories.json": blogCategoriesSchema,
  "contact.json": contactSchema,
  "endings.json": endingsSchema,
  "gallery.json": gallerySchema,
  "list-pages.json": listPagesSchema,
  "media-resources.json": mediaResourcesSchema,
  "navigation.json": navigationSchema,
  "project-categories.json": projectCategoriesSchema,
  "redirects.json": redirectsSchema,
  "site.json": siteSchema,
} as const;

/** What a file to download is, read from the file itself. */
export interface MediaFile {
  fileType: "PDF" | "ZIP";
  sizeBytes: number;
  /** For people: "12 kB". */
  fileSize: string;
  downloadLink: string;
}
