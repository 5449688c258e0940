import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  entry,
  formFields,
  hero,
  image,
  imageKey,
  meta,
  option,
  paragraphs,
  sitePath,
  slug,
  text,
  webUrl,
} from "./fields.schema.ts";

const heroSlide = entry({
  id: slug,
  image: imageKey,
  focus: z.enum(["left", "middle", "right"]),
  alt: altText,
  title: text,
  description: text,
  primaryButton: button,
  secondaryButton: button,
});

const focusArea = entry({
  id: slug,
  name: text,
  description: text,
  ...image,
  link: sitePath,
  badge: entry({ text, displayed: z.boolean() }).exactOptional(),
});

const homeProject = entry({
  id: slug,
  title: text,
  description: text,
  ...image,
  link: sitePath,
});

const partner = entry({
  id: slug,
  name: text,
  logo: imageKey,
  logoAlt: altText,
  url: webUrl,
  description: text,
});

const homeSchema = z.strictObject({
  meta,
  heroSlides: z.array(heroSlide).length(3),
  impact: entry({
    heading: text,
    /** `claim` is a key of claims.json: the row that the figure links to. */
    stats: z.array(entry({ claim: slug, value: text, label: text, note: text })).length(3),
  }),
  focusAreas: entry({ heading: text, introduction: text, areas: z.array(focusArea).length(4) }),
  featuredProjects: entry({
    heading: text,
    introduction: text,
    cardLinkText: text,
    projects: z.array(homeProject).length(3),
    button,
  }),
  partners: entry({ heading: text, introduction: text, link: button }),
  banner: entry({ title: text, text, primaryButton: button, secondaryButton: button }),
});

const partnersSchema = z.strictObject({ partners: z.array(partner).length(6) });

const aboutSchema = entry({
  meta,
  hero,
  story: entry({
    heading: text,
    paragraphs,
    ...image,
    figures: z.array(claimReference).min(1),
  }),
  zonesHeading: text,
  zonesIntroduction: text,
  missionHeading: text,
  visionHeading: text,
  coreValuesHeading: text,
  thematicAreasHeading: text,
  leadership: entry({
    heading: text,
    introduction: text,
    expertiseHeading: text,
    qualificationsHeading: text,
  }),
});

const leader = entry({
  id: slug,
  name: text,
  role: text,
  photo: imageKey,
  photoAlt: altText,
  biography: paragraphs,
  expertise: z.array(text).min(1),
  qualifications: z.array(text).min(1),
});

const leadersSchema = z.strictObject({ leaders: z.array(leader).min(2) });

const projectCard = entry({
  id: slug,
  title: text,
  badge: z.enum(["Current", "Past"]),
  location: text,
  years: text,
  description: text,
  ...image,
  link: button,
});

const ourWorkSchema = z.strictObject({
  meta,
  hero,
  story: entry({ heading: text, since: claimReference, paragraphs }),
  zonesHeading: text,
  projects: entry({ heading: text, introduction: text, cards: z.array(projectCard).length(3) }),
});

const impactCard = entry({
  id: slug,
  title: text,
  /** A key of claims.json: the row that the figure links to. */
  claim: slug,
  figure: text,
  unit: text,
  description: text,
  ...image,
  link: sitePath,
  footer: text,
});

const ourImpactSchema = z.strictObject({
  meta,
  hero,
  cards: z.array(impactCard).length(4),
  more: button,
});

const card = entry({ id: slug, title: text, description: text, ...image, link: button });

const volunteerFields = formFields(
  ...["firstName", "lastName", "email", "phone", "location", "interests"],
  ...["skills", "availability", "motivation"],
);

const partnerFields = formFields(
  ...["orgName", "orgType", "contactName", "contactTitle", "contactEmail", "contactPhone"],
  ...["website", "partnershipType", "partnerInterests", "partnershipProposal"],
);

const getInvolvedSchema = z.strictObject({
  meta,
  hero,
  cards: z.array(card).length(3),
  /** Offered in both forms; the values are what is stored. */
  interests: z.array(option).min(1),
  volunteer: entry({
    title: text,
    introduction: text,
    fields: volunteerFields,
    availability: z.array(option).min(1),
    submitText: text,
  }),
  partner: entry({
    title: text,
    introduction: text,
    fields: partnerFields,
    orgTypes: z.array(option).min(1),
    partnershipTypes: z.array(option).min(1),
    submitText: text,
  }),
});

const category = z.enum(["beneficiary", "partner"]);

const testimonial = entry({
  id: slug,
  name: text,
  role: text,
  avatar: imageKey,
  avatarAlt: altText,
  quote: text,
  category,
});

const testimonialsSchema = z.strictObject({
  meta,
  hero,
  filters: z.array(entry({ value: z.enum(["all", ...category.options]), label: text })).length(3),
  items: z.array(testimonial).min(6),
  shareYourStory: entry({ title: text, text, link: button }),
});

const faqSchema = z.strictObject({
  meta,
  hero,
  items: z
    .array(entry({ id: slug, question: text, answer: text, more: button.exactOptional() }))
    .min(8),
  contact: entry({ text, link: button }),
});

export const pageFiles = {
  "about.json": aboutSchema,
  "faq.json": faqSchema,
  "get-involved.json": getInvolvedSchema,
  "home.json": homeSchema,
  "leaders.json": leadersSchema,
  "our-impact.json": ourImpactSchema,
  "our-work.json": ourWorkSchema,
  "partners.json": partnersSchema,
  "testimonials.json": testimonialsSchema,
} as const;
