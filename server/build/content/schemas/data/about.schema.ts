import * as z from "zod";
import {
  altText,
  claimReference,
  entry,
  hero,
  imageKey,
  meta,
  paragraphs,
  slug,
  text,
} from "../fields.schema.ts";

export const aboutSchema = entry({
  meta,
  hero,
  story: entry({
    heading: text,
    paragraphs,
    image: imageKey,
    imageAlt: altText,
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

export const leadersSchema = z.strictObject({ leaders: z.array(leader).min(2) });
