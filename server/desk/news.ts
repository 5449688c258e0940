import type { FastifyInstance } from "fastify";
import { Marked } from "marked";
import type { DeskFieldError, DeskNewsState } from "../../shared/contract/desk.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { type Draft, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { newsNormaliser } from "../source/normalisers.ts";
import { readItem } from "../source/read-responses.ts";
import { type Fields, uploadPath } from "./forms.ts";

const MAX_LENGTHS = { title: 200, text: 100_000, excerpt: 1_000, category: 60, alt: 300 };
const NAMES = [
  ...(["title", "text", "excerpt", "category", "alt", "language"] as const),
  ...(["at", "upload", "noPicture", "version", "state"] as const),
];
export type NewsFields = Record<(typeof NAMES)[number], string>;

/** The fields of the form of news, as they were read or typed. */
export const newsFields = (given: Fields): NewsFields =>
  Object.fromEntries(
    NAMES.map((name) => [name, (given[name] ?? "").replaceAll(/\r\n?/g, "\n").trim()]),
  ) as NewsFields;

export const stateOf = (item: Pick<Item, "date"> | null, now: number): DeskNewsState => {
  if (item === null || item.date === "") return "draft";
  return item.date > utcSeconds(now) ? "planned" : "published";
};

/** As the site reads it from the content API. */
export const newsItemOf = (
  { contentApiUrl: baseUrl }: FastifyInstance,
  { id, slug, document }: Pick<Item, "slug" | "document"> & { id: number | string },
): StoredNewsItem => readItem({ ...document, id, slug }, { ...newsNormaliser, baseUrl }).item;

const imageOf = ({ image_url, image, featured_image }: Item["document"]) =>
  image_url || image || featured_image || null;

/** The form filled from what is stored; of a new one, empty. */
export function fieldsOf(app: FastifyInstance, item: Item | null): NewsFields {
  if (item === null) return newsFields({});
  const { excerpt, categories, language, image } = newsItemOf(app, item);
  const { title, markdown, content } = item.document;
  const isTimed = item.date.includes("T");
  const local = isTimed && new Date(Date.parse(item.date) + EAST_AFRICA_OFFSET_MS).toISOString();
  return newsFields({
    title: String(title),
    text: String(markdown ?? content ?? ""),
    excerpt: excerpt ?? "",
    category: categories[0] ?? "",
    language: language ?? "",
    alt: image?.alt ?? "",
    at: local ? local.slice(0, 16) : "",
    version: String(item.version),
  });
}

const hasPicture = ({ upload, noPicture }: NewsFields, item: Item | null) =>
  upload !== "" || (noPicture === "" && imageOf(item?.document ?? {}) !== null);

/** From when on it is public, after a button; empty: not at all; null: from a time that is none. */
export function dateAfter(
  action: string,
  { fields, item, now }: { fields: NewsFields; item: Item | null; now: number },
): string | null {
  if (action === "publish") return utcSeconds(now);
  if (action !== "plan") return action === "unpublish" ? "" : (item?.date ?? "");
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(fields.at);
  const planned = isWhole ? Date.parse(`${fields.at}:00+03:00`) : Number.NaN;
  return Number.isNaN(planned) ? null : utcSeconds(planned);
}

/** What is wrong with the fields of news that are public from a date on. A draft needs a title alone. */
export function errorsOf(fields: NewsFields, item: Item | null, date: string | null) {
  const errors: Record<string, DeskFieldError> = {};
  const required = { code: "required" };
  const published = ["text", "excerpt", "category", "language"] as const;
  for (const name of ["title", ...(date === "" ? [] : published)] as const)
    if (fields[name] === "") errors[name] = required;
  if (date !== "" && fields.alt === "" && hasPicture(fields, item)) errors.alt = required;
  if (date === null) errors.at = required;
  if (fields.language !== "" && !LANGUAGES.some((one) => one === fields.language))
    errors.language = required;
  for (const [name, max] of Object.entries(MAX_LENGTHS))
    if (fields[name as keyof typeof MAX_LENGTHS].length > max)
      errors[name] = { code: "tooLong", max };
  return errors;
}

/** A line break that was typed is one. HTML goes through: the site cleans it, as all that its source sends. */
const markdown = new Marked({ gfm: true, breaks: true, async: false });

/** What the source calls in other ways than this form; a document has no value for it any more. */
const OTHER_NAMES = Object.fromEntries(
  ["introduction", "summary", "category", "image_url", "featured_image"]
    .concat("publish_date", "createdAt")
    .map((name) => [name, undefined]),
);

/** The document of the fields; what they have no name for stays. `date`: as with `DocumentRow`. */
export function draftOf(fields: NewsFields, item: Item | null, date: string): Draft {
  const { title, text, excerpt, category, language, upload, alt } = fields;
  const kept = imageOf(item?.document ?? {});
  const old = typeof kept === "string" ? { public_url: kept } : kept;
  const picture = upload === "" ? old : { public_url: uploadPath(upload) };
  const document = {
    ...item?.document,
    ...OTHER_NAMES,
    ...{ title, excerpt, language },
    content: markdown.parse(text),
    markdown: text,
    categories: category === "" ? [] : [category],
    image: hasPicture(fields, item) ? { ...picture, alt } : null,
    published_at: date || undefined,
  };
  return { date, document };
}
