import * as z from "zod";

/** One line or one paragraph; never empty. */
export const text = z.string().trim().min(1, "must not be empty");

export const paragraphs = z.array(text).min(1);

/** The name of an entry inside its file, and the last segment of its path. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens");

/** A picture: its path below `content/`. */
export const imageKey = z
  .string()
  .regex(
    /^images\/[a-z0-9/-]+\.(?:svg|jpg|jpeg|png)$/,
    "must be an SVG, JPEG or PNG below images/, in lower case, such as images/hero/coast-dawn.svg",
  );

/** Alternative text of a picture. */
export const altText = z.string().trim().min(5, "must describe the picture");

/** A file to download: its path below `content/`. */
export const fileKey = z
  .string()
  .regex(/^files\/[a-z0-9-]+\.(?:zip|pdf)$/, "must be a .zip or .pdf below files/, in lower case");

/** Path of a page of this site. */
export const sitePath = z
  .string()
  .regex(/^\/(?!\/)\S*$/, "must be a path of this site and begin with one /");

/** URL of another site. */
export const webUrl = z.url({ protocol: /^https?$/, error: "must begin with https://" });

export const day = z.iso.date("must be a date such as 2026-03-12");

/** `true` when the whole entry is a placeholder, or the names of the fields that are. */
const placeholder = z.union([z.literal(true), z.array(z.string()).min(1)], {
  error: "must be true or a list of field names",
});

const marks = {
  placeholder: placeholder.exactOptional(),
  /** A note to other editors; never published. */
  editorNote: text.exactOptional(),
};

/** A strict object with the optional fields for editors. */
export function entry<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape & typeof marks, z.core.$strict> {
  return z.strictObject({ ...shape, ...marks });
}

export const button = entry({ text, link: sitePath });

/** Title (without the site's name) and description for search results. */
export const meta = entry({ title: text, description: text });

export const hero = entry({ title: text, subtitle: text });

/** A picture with its alternative text, in `image` and `imageAlt`. */
export const image = { image: imageKey, imageAlt: altText };

/** The texts of one form field. */
export const formField = entry({
  label: text,
  hint: text.exactOptional(),
  /** Shown in the empty field. */
  example: text.exactOptional(),
});

/** The texts of the fields of a form, by their names. */
export const formFields = <Name extends string>(...names: Name[]) =>
  entry(
    Object.fromEntries(names.map((name) => [name, formField])) as Record<Name, typeof formField>,
  );

export const option = entry({ value: slug, label: text });

/** A figure of claims.json, by its key; compiled to the entry's number and label. */
export const claimReference = z.custom<{ claim: string }>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "claim" in value &&
    typeof value.claim === "string" &&
    Object.keys(value).length === 1,
  { error: 'must be {"claim": "a-key"}: claims.json has the figure under that key' },
);
