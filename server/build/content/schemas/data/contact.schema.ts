import * as z from "zod";
import { altText, entry, formField, hero, imageKey, meta, text, webUrl } from "../fields.schema.ts";

const mapFrame = z
  .string()
  .regex(
    /^https:\/\/(?:www\.google\.com\/maps\/embed|www\.openstreetmap\.org\/export\/embed\.html)\b/,
    "must be an embed URL of google.com/maps or openstreetmap.org",
  );

export const contactSchema = z.strictObject({
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
    fields: entry({
      name: formField,
      email: formField,
      phoneNumber: formField,
      subject: formField,
      message: formField,
    }),
    submitText: text,
  }),
});
