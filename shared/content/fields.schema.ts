import * as z from "zod";
import { type FieldLabels, labelsOf, SEARCH_LABELS } from "./labels.ts";

/** The notes about a field that code reads, beside its labels. They are part of its schema, as `.meta()`. */
export interface FieldNotes extends Partial<FieldLabels> {
  /** `each`: every language has its own text. `shared`: a text that may stand once. Absent for a fact. */
  words?: "each" | "shared";
  /** The figures that must come from claims.json: those that look like claims, or all. */
  figures?: "claims" | "all";
  /** The control of the field in a form, where its type does not say it. */
  control?: "picture" | "file" | "markdown" | "link" | "url" | "date" | "moment";
  /** The documents or choices from which a value comes. */
  from?: "claims" | "projects" | "project-categories" | "blog-categories" | "gallery" | "purposes";
  /** The names of the choices of an enumeration, by their values. */
  choices?: Readonly<Record<string, FieldLabels["label"]>>;
}

/** Returns the notes about a field. */
export function notesOf(schema: z.core.$ZodType | undefined): FieldNotes {
  const notes = schema && (z.globalRegistry.get(schema) as FieldNotes | undefined);
  return notes ?? {};
}

const NUMBER = String.raw`(?<![\d.,/:-])\d[\d,.]*\d|(?<![\d.,/:-])\d`;
const COUNTED =
  "people|students?|pupils|wells?|projects?|associations?|residents|trainees|regions?|zones?|families|villages|schools|girls|boys|women|riders|volunteers|percent|per cent";
const MONEY = "euros?|dollars?|shillings?|cents?|USD|EUR|TZS";
/** A guard against years, which may precede a counted thing: "in 2018 two schools". */
const NO_YEAR = String.raw`(?!(?:19|20)\d\d\b(?![,.+]?\d))`;

const LIKE_CLAIM = new RegExp(
  [
    // 10,000 and 15+
    String.raw`(?<![\d,.])\d{1,3}(?:,\d{3})+\+?|(?<![\d.,])\d+\+`,
    // 85%
    `(?:${NUMBER}) ?%`,
    // $20, 10,800 euros, TZS 50000
    `[$€£] ?(?:${NUMBER})|(?:${NUMBER}) (?:${MONEY})\\b|\\b(?:USD|EUR|TZS) ?(?:${NUMBER})`,
    // 4 projects, 12 young riders
    `${NO_YEAR}(?:${NUMBER})(?: [a-z-]+){0,2} (?:${COUNTED})\\b`,
  ].join("|"),
  "i",
);
export const FIGURE = /\d[\d,.]*\+?/;

/** Returns the first figure in a text that looks like a claim but was typed in; undefined when there is none. */
export const typedFigure = (text: string, pattern = LIKE_CLAIM): string | undefined =>
  pattern.exec(text.replaceAll(/\{\{claim:[^{}]*\}\}/g, ""))?.[0];

/** A name, an address or another text that is the same in every language. */
export const fact = z.string().trim().min(1, "must not be empty");

/** A line or a paragraph, never empty, that each language has its own version of. */
export const text = fact.meta({ words: "each" } satisfies FieldNotes);

/**
 * A text that is given once if it is the same in all languages, such as `2019-2021` or `Dar es Salaam`, and otherwise once per
 * language.
 */
export const shared = fact.meta({ words: "shared" } satisfies FieldNotes);

/** A text whose figures must come from claims.json, and a field that holds only such a figure. */
export const claimText = text.meta({ figures: "claims" } satisfies FieldNotes);
export const claimFigure = fact.meta({ figures: "all" } satisfies FieldNotes);

/** Returns a figure that is typed into a text although it must come from claims.json; undefined when there is none. */
export function figureTypedIn({ figures }: FieldNotes, value: unknown): string | undefined {
  if (figures === undefined || typeof value !== "string") return undefined;
  return typedFigure(value, figures === "all" ? FIGURE : LIKE_CLAIM);
}

export const matching = (pattern: RegExp, problem: string) => z.string().regex(pattern, problem);

export const slug = matching(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  "must be lower-case words joined by hyphens",
);

/** A picture: its path below `content/`. */
export const imageKey = matching(
  /^images\/[a-z0-9/-]+\.(?:svg|jpg|jpeg|png)$/,
  "must be an SVG, JPEG or PNG below images/, in lower case, such as images/hero/coast-dawn.svg",
).meta({ control: "picture" } satisfies FieldNotes);

export const altText = z
  .string()
  .trim()
  .regex(/^\S+(?:\s+\S+){2}/, "must describe the picture in at least 3 words")
  .meta({ words: "each" } satisfies FieldNotes);

/** A description of an unnamed person, such as "A young footballer". A name would be a fact. */
const person = text.refine((value) => !/^(?:\p{Lu}[\p{L}.'-]*\s*){2,}$/u.test(value), {
  error: 'is a name: give it as "name", which stands once',
});

/** Tells whether each language has its own version of a text. */
export const isWord = (schema: z.core.$ZodType | undefined): boolean =>
  notesOf(schema).words === "each";

/** Tells whether a text may stand once for all languages. */
export const isShared = (schema: z.core.$ZodType | undefined): boolean =>
  notesOf(schema).words === "shared";

export const fileKey = matching(
  /^files\/[a-z0-9-]+\.(?:zip|pdf)$/,
  "must be a .zip or .pdf below files/, in lower case",
).meta({ control: "file" } satisfies FieldNotes);

export const sitePath = matching(
  /^\/(?!\/)\S*$/,
  "must be a path of this site and begin with one /",
).meta({ control: "link" } satisfies FieldNotes);

export const webUrl = z
  .url({ protocol: /^https?$/, error: "must begin with https://" })
  .meta({ control: "url" } satisfies FieldNotes);

export const day = z.iso
  .date("must be a date such as 2026-03-12")
  .meta({ control: "date" } satisfies FieldNotes);

/** A time in East Africa. */
export const moment = matching(
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/,
  "must be a date and a time such as 2026-03-12T09:00",
).meta({ control: "moment" } satisfies FieldNotes);

/** The notes for editors, which are never published. `placeholder: true` covers the whole entry. */
export const marks = {
  placeholder: z
    .union([z.literal(true), z.array(z.string()).min(1)], "must be true or a list of field names")
    .exactOptional(),
  editorNote: fact.exactOptional(),
};

/** Gives each field its words, by its name. A field with words of its own keeps these. */
function withLabels<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  own: Readonly<Record<string, FieldLabels>> = {},
): Shape {
  const fields = Object.entries(shape).map(([name, schema]) => {
    if (notesOf(schema).label !== undefined) return [name, schema];
    return [name, schema.meta({ ...notesOf(schema), ...(own[name] ?? labelsOf(name)) })];
  });
  return Object.fromEntries(fields);
}

/** Creates an object of fields, as a whole data file is one. */
export const fileOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(withLabels(shape));

export const entry = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  own: Readonly<Record<string, FieldLabels>> = {},
): z.ZodObject<Shape & typeof marks, z.core.$strict> =>
  z.strictObject({ ...withLabels(shape, own), ...marks });

export const each = <Name extends string, Schema>(schema: Schema, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

/** Creates an entry whose name or number may be unknown or confidential. The field is then null, and `standIn` is shown. */
export const known = <Name extends string, Shape extends z.core.$ZodLooseShape>(
  name: Name,
  shape: Shape,
) =>
  entry({
    ...each(fact.nullable(), name),
    standIn: (name === "name" ? person : text).exactOptional(),
    ...shape,
  }).refine((item) => (Reflect.get(item, name) === null) === Object.hasOwn(item, "standIn"), {
    path: [name],
    error: 'must be given, or be null and have a "standIn" beside it',
  });

export const texts = <Name extends string>(...names: Name[]) => each(text, ...names);

export const button = entry({ text, link: sitePath });

/** Creates the schema of a page. `meta` holds the title (without the site's name) and the description for search results. */
export const pageDocument = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  entry({
    meta: entry(texts("title", "description"), SEARCH_LABELS),
    hero: entry(texts("title", "subtitle")),
    ...shape,
  });

export const section = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  entry({ heading: text, ...shape });

/** Returns the fields of a picture and its alternative text, such as `logo` and `logoAlt`. */
export const pictureFields = <Name extends string>(name: Name) => ({
  ...each(imageKey, name),
  ...each(altText, `${name}Alt`),
});
export const image = pictureFields("image");

export const card = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  entry({ id: slug, ...image, ...shape });

export const ending = entry({ title: text, text, actions: z.array(button).length(2) });

/** Creates the texts of form fields. The example is shown in the empty field. */
export const formFields = <Name extends string>(...names: Name[]) => {
  const words = entry({ label: text, hint: text.exactOptional(), example: shared.exactOptional() });
  return entry(each(words, ...names));
};

export const option = entry({ value: slug, label: text });

/** A reference to a figure of claims.json by its key, compiled to the entry's number and label. */
export const claimReference = z.strictObject({
  claim: z.string().meta({ from: "claims", ...labelsOf("claim") } satisfies FieldNotes),
});

/** The key of an entry of claims.json to which a figure links. */
export const claimKey = slug.meta({ from: "claims" } satisfies FieldNotes);
