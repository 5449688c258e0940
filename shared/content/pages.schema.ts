import * as z from "zod";
import { partnerFields, volunteerFields } from "../forms/application-forms.ts";
import {
  altText,
  button,
  card,
  claimFigure,
  claimKey,
  claimReference,
  claimText,
  day,
  each,
  entry,
  type FieldNotes,
  fact,
  fileKey,
  fileOf,
  formFields,
  image,
  imageKey,
  known,
  matching,
  option,
  pageDocument,
  pictureFields,
  section,
  shared,
  sitePath,
  slug,
  text,
  texts,
  webUrl,
} from "./fields.schema.ts";

const mapFrame = matching(
  /^https:\/\/(?:www\.google\.com\/maps\/embed|www\.openstreetmap\.org\/export\/embed\.html)\b/,
  "must be an embed URL of google.com/maps or openstreetmap.org",
);

const namesOf = Object.keys as <Fields extends object>(fields: Fields) => (keyof Fields & string)[];

const RESOURCE_TYPES = {
  branding: { en: "Branding", sw: "Nembo na chapa" },
  reports: { en: "Report", sw: "Ripoti" },
  media: { en: "Photos and videos", sw: "Picha na video" },
  press: { en: "Press release", sw: "Taarifa kwa vyombo vya habari" },
};
const resourceType = z
  .enum(["branding", "reports", "media", "press"])
  .meta({ choices: RESOURCE_TYPES } satisfies FieldNotes);

const VOICES = {
  beneficiary: { en: "A voice of the community", sw: "Sauti ya jamii" },
  partner: { en: "A partner organisation", sw: "Shirika mshirika" },
};
const category = z.enum(["beneficiary", "partner"]).meta({ choices: VOICES } satisfies FieldNotes);

const PROJECT_STATES = {
  current: { en: "Current", sw: "Unaendelea" },
  past: { en: "Past", sw: "Uliopita" },
};

const FOCUS = {
  left: { en: "Left", sw: "Kushoto" },
  middle: { en: "Middle", sw: "Katikati" },
  right: { en: "Right", sw: "Kulia" },
};

const testimonial = known("name", {
  id: slug,
  ...texts("role", "quote"),
  ...pictureFields("avatar"),
  category,
});

const heroSlide = entry({
  id: slug,
  image: imageKey,
  focus: z.enum(["left", "middle", "right"]).meta({ choices: FOCUS } satisfies FieldNotes),
  alt: altText,
  ...texts("title", "description"),
  primaryButton: button,
  secondaryButton: button,
});

const focusArea = card({
  ...texts("name", "description"),
  link: sitePath,
  badge: entry({ text, displayed: z.boolean() }).exactOptional(),
});

const partner = entry({
  id: slug,
  name: fact,
  description: text,
  ...pictureFields("logo"),
  url: webUrl,
});

const leader = known("name", {
  id: slug,
  role: text,
  ...pictureFields("photo"),
  ...each(z.array(text).min(1), "biography", "expertise", "qualifications"),
});

const impactCard = card({
  ...texts("title", "unit", "footer"),
  claim: claimKey,
  figure: claimFigure,
  description: claimText,
  link: sitePath,
});

const paragraphs = z.array(claimText).min(1);
/** The text of an entry, as paragraphs. */
const checkedBody = paragraphs.meta({ control: "markdown" } satisfies FieldNotes);
/** The same, of an entry whose figures are not checked. */
const body = z
  .array(text)
  .min(1)
  .meta({ control: "markdown" } satisfies FieldNotes);

/** The schemas of the pages. `claim` is a key of claims.json, for the row that the figure links to. */
export const pageFiles = {
  about: pageDocument({
    story: section({ paragraphs, ...image, figures: z.array(claimReference).min(1) }),
    zonesIntroduction: claimText,
    ...texts("zonesHeading", "missionHeading", "visionHeading"),
    ...texts("coreValuesHeading", "thematicAreasHeading"),
    leadership: section(texts("introduction", "expertiseHeading", "qualificationsHeading")),
  }),
  contact: pageDocument({
    headings: entry(texts("offices", "phone", "email", "officeHours", "map", "form")),
    map: entry({ title: text, embedUrl: mapFrame, linkUrl: webUrl, ...pictureFields("sketch") }),
    form: entry({
      fields: formFields("name", "email", "phoneNumber", "subject", "message"),
      submitText: text,
    }),
  }),
  faq: pageDocument({
    items: z
      .array(entry({ id: slug, question: text, answer: claimText, more: button.exactOptional() }))
      .min(8),
    contact: entry({ text, link: button }),
  }),
  gallery: pageDocument({
    categories: z.array(fact).length(8),
    items: z
      .array(
        entry({
          id: slug,
          src: imageKey,
          alt: altText,
          category: fact.meta({ from: "gallery" } satisfies FieldNotes),
          caption: text,
        }),
      )
      .min(12),
  }),
  "get-involved": pageDocument({
    cards: z.array(card({ ...texts("title", "description"), link: button })).length(3),
    interests: z.array(option).min(1),
    volunteer: entry({
      ...texts("title", "introduction", "submitText"),
      fields: formFields(...namesOf(volunteerFields)),
      availability: z.array(option).min(1),
    }),
    partner: entry({
      ...texts("title", "introduction", "submitText"),
      fields: formFields(...namesOf(partnerFields)),
      orgTypes: z.array(option).min(1),
      partnershipTypes: z.array(option).min(1),
    }),
  }),
  home: entry({
    heroSlides: z.array(heroSlide).length(3),
    impact: section({
      stats: z
        .array(entry({ claim: claimKey, value: claimFigure, label: text, note: claimText }))
        .length(3),
    }),
    focusAreas: section({ introduction: text, areas: z.array(focusArea).length(4) }),
    featuredProjects: section({
      ...texts("introduction", "cardLinkText"),
      projects: z.array(card({ title: text, description: claimText, link: sitePath })).length(3),
      button,
    }),
    partners: section({ introduction: text, link: button }),
    banner: entry({ title: text, text, primaryButton: button, secondaryButton: button }),
  }),
  leaders: fileOf({ leaders: z.array(leader).min(2) }),
  "media-resources": pageDocument({
    filters: z
      .array(entry({ value: z.enum(["all", ...resourceType.options]), label: text }))
      .length(5),
    items: z
      .array(entry({ id: slug, title: text, description: claimText, resourceType, file: fileKey }))
      .min(8),
    inquiries: entry({ ...texts("title", "text"), link: button }),
  }),
  "our-impact": pageDocument({ cards: z.array(impactCard).length(4), more: button }),
  "our-work": pageDocument({
    story: section({ since: claimReference, paragraphs }),
    zonesHeading: text,
    projects: section({
      introduction: claimText,
      cardLinkText: text,
      cards: z.array(slug.meta({ from: "projects" } satisfies FieldNotes)).length(3),
    }),
  }),
  partners: fileOf({ partners: z.array(partner).min(1) }),
  testimonials: pageDocument({
    filters: z.array(entry({ value: z.enum(["all", ...category.options]), label: text })).length(3),
    items: z.array(testimonial).min(6),
    shareYourStory: entry({ title: text, text, link: button }),
  }),
} as const;

const listed = {
  title: text,
  /** The title in the lists of current and past projects; the titles of past projects include the year. */
  listTitle: text,
  listLink: sitePath.nullable(),
  status: z.enum(["current", "past"]).meta({ choices: PROJECT_STATES } satisfies FieldNotes),
  category: slug.meta({ from: "project-categories" } satisfies FieldNotes),
  ...each(shared, "location", "years"),
  description: claimText,
  ...image,
  order: z.int().positive(),
};

/** The facts, front matter and text of the entries in each folder. */
export const entrySchemas = {
  announcements: entry({ id: slug, title: text, date: day, summary: text, body }),
  blog: entry({
    /** Must not change once published: the view counter's key in the browser contains it. */
    id: slug,
    ...texts("title", "introduction"),
    publish_date: day,
    author_name: fact,
    /** A slug of blog-categories.json, replaced by the category in the compiled post. */
    category: slug.meta({ from: "blog-categories" } satisfies FieldNotes),
    featured_image: imageKey,
    featured_image_alt: altText,
    tags: z.array(text).min(1),
    body,
  }),
  pages: entry({ ...texts("title", "subtitle", "description"), updated: day, body }),
  programmes: entry({
    title: text,
    ...each(claimText, "subtitle", "description"),
    figure: claimFigure,
    unit: text,
    ...image,
    projects: z.array(slug.meta({ from: "projects" } satisfies FieldNotes)),
    order: z.int().positive(),
    body: checkedBody,
  }),
  projects: z.discriminatedUnion(
    "detail",
    [
      /** A project with a page of its own; the body is the overview. */
      entry({
        ...listed,
        detail: z.literal(true),
        funder: claimText,
        ...each(shared, "duration", "implementationArea"),
        targetGroup: claimText,
        focusArea: z.array(text).min(1),
        role: paragraphs,
        body: checkedBody,
      }),
      entry({ ...listed, detail: z.literal(false), body: checkedBody }),
    ],
    "must be true or false",
  ),
} as const;

export type EntryFolder = keyof typeof entrySchemas;

type WithoutBody<T> = T extends unknown ? Omit<T, "body"> : never;

/** An entry without its text, which is HTML after compilation. */
export type FrontMatter<Folder extends EntryFolder> = WithoutBody<
  z.infer<(typeof entrySchemas)[Folder]>
>;

/** The properties of a download, read from the file itself. `fileSize` is for readers: "12 kB". */
export interface MediaFile {
  fileType: "PDF" | "ZIP";
  fileSize: string;
  downloadLink: string;
}
