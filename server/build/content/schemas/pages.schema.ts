import * as z from "zod";
import {
  altText,
  button,
  card,
  claimFigure,
  claimReference,
  claimText,
  day,
  entry,
  fact,
  formFields,
  image,
  imageKey,
  known,
  option,
  page,
  shared,
  sitePath,
  slug,
  text,
  texts,
  webUrl,
} from "./fields.schema.ts";

const heroSlide = entry({
  id: slug,
  image: imageKey,
  focus: z.enum(["left", "middle", "right"]),
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

const homeProject = card({ title: text, description: claimText, link: sitePath });

/** `claim` is a key of claims.json: the row that the figure links to. */
const stat = entry({ claim: slug, value: claimFigure, label: text, note: claimText });

const homeSchema = entry({
  meta: entry(texts("title", "description")),
  heroSlides: z.array(heroSlide).length(3),
  impact: entry({ heading: text, stats: z.array(stat).length(3) }),
  focusAreas: entry({ ...texts("heading", "introduction"), areas: z.array(focusArea).length(4) }),
  featuredProjects: entry({
    ...texts("heading", "introduction", "cardLinkText"),
    projects: z.array(homeProject).length(3),
    button,
  }),
  partners: entry({ ...texts("heading", "introduction"), link: button }),
  banner: entry({ title: text, text, primaryButton: button, secondaryButton: button }),
});

const partner = entry({
  id: slug,
  name: fact,
  description: text,
  logo: imageKey,
  logoAlt: altText,
  url: webUrl,
});

const paragraphs = z.array(claimText).min(1);

const aboutSchema = page({
  story: entry({ heading: text, paragraphs, ...image, figures: z.array(claimReference).min(1) }),
  zonesIntroduction: claimText,
  ...texts("zonesHeading", "missionHeading", "visionHeading"),
  ...texts("coreValuesHeading", "thematicAreasHeading"),
  leadership: entry(texts("heading", "introduction", "expertiseHeading", "qualificationsHeading")),
});

const leader = known("name", {
  id: slug,
  role: text,
  photo: imageKey,
  photoAlt: altText,
  biography: z.array(text).min(1),
  expertise: z.array(text).min(1),
  qualifications: z.array(text).min(1),
});

const ourWorkSchema = page({
  story: entry({ heading: text, since: claimReference, paragraphs }),
  zonesHeading: text,
  projects: entry({
    heading: text,
    introduction: claimText,
    cardLinkText: text,
    /** Slugs of projects. */
    cards: z.array(slug).length(3),
  }),
});

const impactCard = card({
  ...texts("title", "unit", "footer"),
  /** A key of claims.json: the row that the figure links to. */
  claim: slug,
  figure: claimFigure,
  description: claimText,
  link: sitePath,
});

const getInvolvedSchema = page({
  cards: z.array(card({ ...texts("title", "description"), link: button })).length(3),
  /** Offered in both forms; the values are what is stored. */
  interests: z.array(option).min(1),
  volunteer: entry({
    ...texts("title", "introduction", "submitText"),
    fields: formFields(
      ...["firstName", "lastName", "email", "phone", "location", "interests"],
      ...["skills", "availability", "motivation"],
    ),
    availability: z.array(option).min(1),
  }),
  partner: entry({
    ...texts("title", "introduction", "submitText"),
    fields: formFields(
      ...["orgName", "orgType", "contactName", "contactTitle", "contactEmail", "contactPhone"],
      ...["website", "partnershipType", "partnerInterests", "partnershipProposal"],
    ),
    orgTypes: z.array(option).min(1),
    partnershipTypes: z.array(option).min(1),
  }),
});

const question = entry({
  id: slug,
  question: text,
  answer: claimText,
  more: button.exactOptional(),
});

export const pageFiles = {
  about: aboutSchema,
  faq: page({ items: z.array(question).min(8), contact: entry({ text, link: button }) }),
  "get-involved": getInvolvedSchema,
  home: homeSchema,
  leaders: z.strictObject({ leaders: z.array(leader).min(2) }),
  "our-impact": page({ cards: z.array(impactCard).length(4), more: button }),
  "our-work": ourWorkSchema,
  partners: z.strictObject({ partners: z.array(partner).length(6) }),
} as const;

/** The paragraphs of a text. */
const body = z.array(text).min(1);

const blogPostSchema = entry({
  /** Must not change once published: the view counter's key in the browser contains it. */
  id: slug,
  ...texts("title", "introduction"),
  publish_date: day,
  author_name: fact,
  /** A slug of blog-categories.json; replaced by the category in the compiled post. */
  category: slug,
  featured_image: imageKey,
  featured_image_alt: altText,
  tags: z.array(text).min(1),
  body,
});

/** A page below /our-work. */
const programmeSchema = entry({
  title: text,
  subtitle: claimText,
  /** For search results. */
  description: claimText,
  figure: claimFigure,
  unit: text,
  ...image,
  /** Slugs of projects to point to. */
  projects: z.array(slug),
  order: z.int().positive(),
  body: paragraphs,
});

const listed = {
  title: text,
  /** The title in the lists of current and past projects, where past ones carry their year. */
  listTitle: text,
  /** Link of the list item; null for none. */
  listLink: sitePath.nullable(),
  status: z.enum(["current", "past"]),
  /** An id of project-categories.json. */
  category: slug,
  location: shared,
  years: shared,
  /** One or two sentences for a card. */
  description: claimText,
  ...image,
  /** Place in the lists, from 1. */
  order: z.int().positive(),
};

/** Projects with a page; the body is the overview. */
const detailed = entry({
  ...listed,
  detail: z.literal(true),
  funder: claimText,
  duration: shared,
  implementationArea: shared,
  targetGroup: claimText,
  focusArea: z.array(text).min(1),
  /** Our Role & Commitment: one or two sentences for each point. */
  role: paragraphs,
  body: paragraphs,
});

/** The schema of each folder: facts, front matter and text of its entries. */
export const entrySchemas = {
  announcements: entry({ id: slug, title: text, date: day, summary: text, body }),
  blog: blogPostSchema,
  /** `description` is for search results. */
  pages: entry({ ...texts("title", "subtitle", "description"), updated: day, body }),
  programmes: programmeSchema,
  projects: z.discriminatedUnion(
    "detail",
    [detailed, entry({ ...listed, detail: z.literal(false), body: paragraphs })],
    "must be true or false",
  ),
} as const;

export type EntryFolder = keyof typeof entrySchemas;

type WithoutBody<T> = T extends unknown ? Omit<T, "body"> : never;

/** An entry without its text, which is HTML once it is compiled. */
export type FrontMatter<Folder extends EntryFolder> = WithoutBody<
  z.infer<(typeof entrySchemas)[Folder]>
>;
