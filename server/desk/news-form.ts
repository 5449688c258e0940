import type { FastifyInstance } from "fastify";
import type { DeskFieldError } from "../../shared/contract/desk.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { isWrittenDate } from "../../shared/model/written-dates.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { type Draft, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { newsNormaliser } from "../source/normalisers.ts";
import { readItem } from "../source/read-rows.ts";
import { stateOf } from "./entry-own.ts";
import { type DeskFields, uploadPath } from "./forms.ts";
import { isParsable, toHtml } from "./markdown.ts";
import { toMarkdown } from "./to-markdown.ts";

const MAX_LENGTHS = { title: 200, slug: 80, text: 100_000, excerpt: 1_000, category: 60, alt: 300 };
const NAMES = [
  "title",
  "text",
  "excerpt",
  "category",
  "alt",
  "language",
  "slug",
  "twin",
  "when",
  "at",
  "firstAt",
  "pictureOf",
  "upload",
  "noPicture",
  "asked",
  "hasPicture",
  "version",
  "state",
  "key",
] as const;
export type NewsFields = Record<(typeof NAMES)[number], string>;

export const newsFields = (given: DeskFields): NewsFields =>
  Object.fromEntries(
    NAMES.map((name) => [name, (given[name] ?? "").replaceAll(/\r\n?/g, "\n").trim()]),
  ) as NewsFields;

/** Returns a news item as the site reads it from the content API. */
export function newsItemOf(
  { contentApiUrl: baseUrl }: FastifyInstance,
  { id, slug, document }: Pick<Item, "slug" | "document"> & { id: number | string },
): StoredNewsItem {
  const { item } = readItem({ ...document, id, slug }, { ...newsNormaliser, baseUrl });
  if (item === null) throw new Error("news of the desk are read whatever their state is");
  return item;
}

const imageOf = ({ image_url, image, featured_image }: Item["document"]) =>
  image_url || image || featured_image || null;

/** Returns a date of the store as a field of a form holds it: `2026-11-28T09:00`, in East Africa Time. */
function writtenTime(date: string): string {
  if (date === "" || Number.isNaN(Date.parse(date))) return "";
  // A day alone begins at midnight in East Africa.
  const at = date.includes("T") ? Date.parse(date) + EAST_AFRICA_OFFSET_MS : Date.parse(date);
  return new Date(at).toISOString().slice(0, 16);
}

/** Returns the time of planned news, as the form's field holds it. */
export const timeOf = ({ date, document }: Item): string =>
  date === "" ? String(document.planned ?? "") : writtenTime(date);

/** Returns the date of the first publication, as the form's field holds it; empty until then. */
function firstTimeOf(item: Item | null, now: number): string {
  if (item === null) return "";
  if (stateOf(item, now) === "published") return writtenTime(item.date);
  return writtenTime(String(item.document.first_published ?? ""));
}

/** Returns the fields of a new translation: everything of the other item that has no language. */
export function newsTranslation(app: FastifyInstance, item: Item, language: Language): NewsFields {
  const now = app.clock();
  const { categories } = newsItemOf(app, item);
  const isPlanned = stateOf(item, now) === "planned";
  return newsFields({
    language,
    category: categories[0] ?? "",
    twin: String(item.id),
    firstAt: firstTimeOf(item, now),
    when: isPlanned ? "at" : "now",
    at: isPlanned ? timeOf(item) : "",
    ...(imageOf(item.document) !== null && { pictureOf: String(item.id) }),
  });
}

/** Returns the fields of an item for its form. `twin` is the id of its translation, or empty. */
export async function newsFormFields(
  app: FastifyInstance,
  item: Item | null,
  twin = "",
): Promise<NewsFields> {
  if (item === null) return newsFields({});
  const { excerpt, categories, language, image } = newsItemOf(app, item);
  const { title, markdown, content } = item.document;
  const text = markdown ?? (await toMarkdown(String(content ?? ""), app.contentApiUrl));
  return newsFields({
    title: String(title),
    text: String(text),
    excerpt: excerpt ?? "",
    category: categories[0] ?? "",
    language: language ?? "",
    alt: image?.alt ?? "",
    slug: item.slug,
    twin,
    when: stateOf(item, app.clock()) === "draft" && timeOf(item) === "" ? "now" : "at",
    at: timeOf(item),
    firstAt: firstTimeOf(item, app.clock()),
    version: String(item.version),
    hasPicture: imageOf(item.document) === null ? "" : "1",
  });
}

const hasPicture = ({ upload, noPicture }: NewsFields, pictured: Item | null) =>
  upload !== "" || (noPicture === "" && imageOf(pictured?.document ?? {}) !== null);

/** Reads a typed time in East Africa; NaN for anything else. */
const readTime = (text: string): number =>
  isWrittenDate(text) ? Date.parse(`${text}:00+03:00`) : Number.NaN;

/** The date that news has after an action ("" for a draft), the date of its first publication, and what is wrong with a typed time. */
interface Dates {
  date: string;
  first: string;
  errors: Record<string, DeskFieldError>;
}

/** Returns the date of the first publication as typed, or as it was when nobody has changed it. */
function firstDateOf(fields: NewsFields, item: Item | null, now: number) {
  const isPublic = stateOf(item, now) === "published";
  const before = isPublic ? (item?.date ?? "") : String(item?.document.first_published ?? "");
  const isSame = fields.firstAt === firstTimeOf(item, now);
  if (isSame || fields.firstAt === "") return { first: before };
  const typed = readTime(fields.firstAt);
  if (Number.isNaN(typed)) return { first: before, error: "required" };
  return typed > now ? { first: before, error: "future" } : { first: utcSeconds(typed) };
}

/** Returns the time for which news is planned, as typed. */
function plannedDateOf(fields: NewsFields, item: Item | null, now: number) {
  const date = item?.date ?? "";
  const isPlanned = stateOf(item, now) === "planned";
  if (isPlanned && item !== null && fields.at === timeOf(item)) return { date };
  const typed = readTime(fields.at);
  if (Number.isNaN(typed)) return { date, error: "required" };
  const planned = utcSeconds(typed);
  return planned > utcSeconds(now) ? { date: planned } : { date, error: "past" };
}

/** Returns the dates of news after an action. */
export function datesAfter(
  action: string,
  fields: NewsFields,
  item: Item | null,
  now: number,
): Dates {
  const state = stateOf(item, now);
  const { first, error } = firstDateOf(fields, item, now);
  const errors: Dates["errors"] = error === undefined ? {} : { firstAt: { code: error } };
  if (action === "unpublish") return { date: "", first, errors };
  // News that was withdrawn comes back with the date that it had.
  if (action === "publish") return { date: first || utcSeconds(now), first: "", errors };
  if (action !== "plan" && state === "published") return { date: first, first: "", errors };
  if (action !== "plan" && state !== "planned") return { date: "", first, errors };
  const planned = plannedDateOf(fields, item, now);
  if (planned.error !== undefined) errors.at = { code: planned.error };
  return { date: planned.date, first, errors };
}

/** Refuses to publish now when somebody has typed a time as well: one of the two is a mistake. */
export function checkTime({ when, at }: NewsFields, item: Item | null) {
  const errors: Record<string, DeskFieldError> = {};
  const known = item === null ? "" : timeOf(item);
  if (when !== "at" && at !== "" && at !== known) errors.at = { code: "nowOrThen" };
  return errors;
}

/** Returns true when planned news came out while somebody changed its time in the form. */
export function isTooLate(
  action: string,
  fields: NewsFields,
  item: Item | null,
  now: number,
): boolean {
  if (item === null || stateOf(item, now) !== "published") return false;
  const isOtherTime = fields.state === "planned" && fields.at !== timeOf(item);
  // A published item has no button to plan it.
  return action === "plan" || (action === "save" && isOtherTime);
}

/** Returns the errors that prevent the fields from being read at all, even for a preview. */
export function findUnreadable(fields: NewsFields) {
  const errors: Record<string, DeskFieldError> = {};
  if (!isParsable(fields.text)) errors.text = { code: "signs" };
  for (const [name, max] of Object.entries(MAX_LENGTHS))
    if (fields[name as keyof typeof MAX_LENGTHS].length > max)
      errors[name] = { code: "tooLong", max };
  return errors;
}

/** Returns what is wrong with the fields of news. A draft needs only a title. */
export function checkNews(fields: NewsFields, pictured: Item | null, isDraft: boolean) {
  const errors: Record<string, DeskFieldError> = {};
  const required = { code: "required" };
  const published = ["text", "excerpt", "category", "language"] as const;
  for (const name of ["title", ...(isDraft ? [] : published)] as const)
    if (fields[name] === "") errors[name] = required;
  if (!isDraft && fields.alt === "" && hasPicture(fields, pictured)) errors.alt = required;
  if (fields.language !== "" && !LANGUAGES.some((one) => one === fields.language))
    errors.language = required;
  return { ...errors, ...findUnreadable(fields) };
}

/** The other names that a source may use for the fields of this form. Undefined removes their values from a document. */
const OTHER_NAMES = Object.fromEntries(
  [
    "introduction",
    "summary",
    "category",
    "image_url",
    "featured_image",
    "publish_date",
    "createdAt",
  ].map((name) => [name, undefined]),
);

function imageAfter(fields: NewsFields, pictured: Item | null) {
  if (!hasPicture(fields, pictured)) return null;
  const kept = imageOf(pictured?.document ?? {});
  const old = typeof kept === "string" ? { public_url: kept } : kept;
  const picture = fields.upload === "" ? old : { public_url: uploadPath(fields.upload) };
  return { ...picture, alt: fields.alt };
}

interface NewsBasis {
  /** The item before the change; null for a new one. */
  item: Item | null;
  /** The item whose picture stays unless the form has another one: the item itself, or the one that is translated. */
  pictured: Item | null;
  now: number;
}

/** Builds the document of the fields. Keeps what the form has no field for. */
export async function buildNews(
  fields: NewsFields,
  { date, first }: Pick<Dates, "date" | "first">,
  { item, pictured, now }: NewsBasis,
): Promise<Draft> {
  const { title, text, excerpt, category, language } = fields;
  const isPlanned = date === "" && stateOf(item, now) !== "published";
  const document = {
    ...item?.document,
    ...OTHER_NAMES,
    title,
    excerpt,
    language,
    content: await toHtml(text),
    markdown: text,
    categories: category === "" ? [] : [category],
    image: imageAfter(fields, pictured),
    published_at: date || undefined,
    first_published: first || undefined,
    // The time at which a draft is to come out, as typed.
    planned: isPlanned ? fields.at || undefined : undefined,
  };
  return { date, document, slug: fields.slug || undefined };
}
