import type { FastifyInstance } from "fastify";
import type { DeskFieldError, DeskNews } from "../../shared/contract/desk.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { isWrittenDate } from "../../shared/model/written-dates.schema.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { type Draft, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { newsNormaliser } from "../source/normalisers.ts";
import { readItem } from "../source/read-rows.ts";
import { type DeskFields, uploadPath } from "./forms.ts";
import { isParsable, toHtml } from "./markdown.ts";
import { toMarkdown } from "./to-markdown.ts";

const MAX_LENGTHS = { title: 200, text: 100_000, excerpt: 1_000, category: 60, alt: 300 };
const NAMES = [
  "title",
  "text",
  "excerpt",
  "category",
  "alt",
  "language",
  "at",
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

export function stateOf(item: Pick<Item, "date"> | null, now: number): DeskNews["state"] {
  if (item === null || item.date === "") return "draft";
  return item.date > utcSeconds(now) ? "planned" : "published";
}

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

/** Returns the time of planned news, as the form's field holds it. */
export function timeOf({ date, document }: Item): string {
  if (!date.includes("T")) return String(document.planned ?? "");
  return new Date(Date.parse(date) + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 16);
}

export async function newsFormFields(app: FastifyInstance, item: Item | null): Promise<NewsFields> {
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
    at: timeOf(item),
    version: String(item.version),
    hasPicture: imageOf(item.document) === null ? "" : "1",
  });
}

const hasPicture = ({ upload, noPicture }: NewsFields, item: Item | null) =>
  upload !== "" || (noPicture === "" && imageOf(item?.document ?? {}) !== null);

/** Returns the date from which news is public after an action ("": never), and what is wrong with the typed time. */
export function dateAfter(action: string, fields: NewsFields, item: Item | null, now: number) {
  const state = stateOf(item, now);
  const date = item?.date ?? "";
  if (action === "unpublish") return { date: "" };
  if (action === "publish" && state === "published") return { date };
  // News that was withdrawn comes back with the date that it had.
  if (action === "publish")
    return { date: String(item?.document.first_published ?? utcSeconds(now)) };
  if (action !== "plan" && state !== "planned") return { date };
  if (state === "planned" && item !== null && fields.at === timeOf(item)) return { date };
  const typed = isWrittenDate(fields.at) ? Date.parse(`${fields.at}:00+03:00`) : Number.NaN;
  if (Number.isNaN(typed)) return { date, error: "required" };
  const planned = utcSeconds(typed);
  return planned > utcSeconds(now) ? { date: planned } : { date, error: "past" };
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
export function checkNews(fields: NewsFields, item: Item | null, isDraft: boolean) {
  const errors: Record<string, DeskFieldError> = {};
  const required = { code: "required" };
  const published = ["text", "excerpt", "category", "language"] as const;
  for (const name of ["title", ...(isDraft ? [] : published)] as const)
    if (fields[name] === "") errors[name] = required;
  if (!isDraft && fields.alt === "" && hasPicture(fields, item)) errors.alt = required;
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

function imageAfter(fields: NewsFields, item: Item | null) {
  if (!hasPicture(fields, item)) return null;
  const kept = imageOf(item?.document ?? {});
  const old = typeof kept === "string" ? { public_url: kept } : kept;
  const picture = fields.upload === "" ? old : { public_url: uploadPath(fields.upload) };
  return { ...picture, alt: fields.alt };
}

/** Returns the date that news has on the site, or had before it was withdrawn. It is published again with this date. */
function firstDate(item: Item | null, date: string, now: number): unknown {
  if (item === null || (date !== "" && date <= utcSeconds(now))) return undefined;
  return stateOf(item, now) === "published" ? item.date : item.document.first_published;
}

/** Builds the document of the fields. Keeps what the form has no field for. `date` is that of `DocumentRow`. */
export async function buildNews(
  fields: NewsFields,
  item: Item | null,
  date: string,
  now: number,
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
    image: imageAfter(fields, item),
    published_at: date || undefined,
    first_published: firstDate(item, date, now),
    // The time at which a draft is to come out, as typed.
    planned: isPlanned ? fields.at || undefined : undefined,
  };
  return { date, document };
}
