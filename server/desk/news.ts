import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Marked } from "marked";
import type { DeskNewsError, DeskNewsFields, DeskNewsState } from "../../shared/contract/desk.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { WIDEST } from "../../shared/model/picture-widths.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { type Draft, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { convertPicture, pictureType, preparePicture } from "../pictures/convert-picture.ts";
import { PictureError } from "../pictures/picture-client.ts";
import { newsParser } from "../source/news.normalise.ts";
import { readItem } from "../source/read-responses.ts";
import type { Store } from "../store/store.ts";
import { postedFields } from "./desk.ts";

const MEGABYTE = 1024 * 1024;
/** A text beyond its own limit still comes back to who typed it. */
export const UPLOAD_LIMITS = {
  fileSize: 20 * MEGABYTE,
  files: 1,
  fieldSize: 2 * MEGABYTE,
  fields: 30,
};

export type Errors = Partial<Record<keyof DeskNewsFields | "picture", DeskNewsError>>;

const NO_FIELDS: DeskNewsFields = {
  title: "",
  text: "",
  excerpt: "",
  category: "",
  language: "",
  alt: "",
  at: "",
  upload: "",
  noPicture: "",
  version: "",
};
const MAX_LENGTHS = { title: 200, text: 100_000, excerpt: 1_000, category: 60, alt: 300 } as const;
const REQUIRED = ["title", "text", "excerpt", "category", "language"] as const;

const UPLOAD_NAME = /^[\da-f-]{36}\.webp$/;

/** What a form of news sends: its fields, its button and a chosen file, null without one. */
export async function readForm(request: FastifyRequest) {
  const posted: Record<string, string> = request.isMultipart() ? {} : postedFields(request);
  let file: { bytes: Buffer; isTooLarge: boolean } | null = null;
  if (request.isMultipart())
    for await (const part of request.parts()) {
      if (part.type === "field") posted[part.fieldname] = String(part.value);
      else {
        const bytes = Buffer.concat(await part.file.toArray());
        if (bytes.length > 0) file = { bytes, isTooLarge: part.file.truncated };
      }
    }
  const names = Object.keys(NO_FIELDS) as (keyof DeskNewsFields)[];
  const typed = names.map((name) => [name, (posted[name] ?? "").replaceAll(/\r\n?/g, "\n").trim()]);
  const fields: DeskNewsFields = { ...NO_FIELDS, ...Object.fromEntries(typed) };
  if (!UPLOAD_NAME.test(fields.upload)) fields.upload = "";
  return { fields, file, action: posted.action ?? "" };
}

/**
 * Keeps a picture no wider than pages show it, without what the camera wrote about place and person. What no news names
 * after a day goes. Gives its name, or what is wrong with it.
 */
export async function keepUpload(
  { db }: Store,
  { bytes, isTooLarge }: { bytes: Buffer; isTooLarge: boolean },
  now: number,
): Promise<{ upload?: string; error?: DeskNewsError }> {
  if (isTooLarge) return { error: "size" };
  const type = pictureType(bytes);
  if (type !== "jpeg" && type !== "png" && type !== "webp") return { error: "type" };
  try {
    await preparePicture(bytes, type);
    const picture = await convertPicture(bytes, { width: WIDEST, format: "webp" });
    const name = `${randomUUID()}.webp`;
    await db
      .deleteFrom("uploads")
      .where("createdAt", "<", now - DAY_MS)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("documents")
              .select("id")
              .where(sql<boolean>`document like '%' || uploads.name || '%'`),
          ),
        ),
      )
      .execute();
    const row = { name, bytes: picture.toString("base64"), createdAt: now };
    await db.insertInto("uploads").values(row).execute();
    return { upload: name };
  } catch (error) {
    if (error instanceof PictureError) return { error: "broken" };
    throw error;
  }
}

/** The pictures of news that are deleted. */
export const dropUploads = ({ db }: Store, { document }: Pick<Item, "document">) =>
  db
    .deleteFrom("uploads")
    .where(sql<boolean>`${JSON.stringify(document)} like '%' || name || '%'`)
    .execute();

export const stateOf = (item: Pick<Item, "date"> | null, now: number): DeskNewsState => {
  if (item === null || item.date === "") return "draft";
  return item.date > utcSeconds(now) ? "planned" : "published";
};

/** As the site reads it from the content API. */
export const newsItemOf = (
  { contentApiUrl: baseUrl }: FastifyInstance,
  { id, slug, document }: Pick<Item, "slug" | "document"> & { id: number | string },
): StoredNewsItem => readItem({ ...document, id, slug }, { ...newsParser, baseUrl }).item;

const imageOf = ({ image_url, image, featured_image }: Item["document"]) =>
  image_url || image || featured_image || null;

/** The form filled from what is stored; of a new one, empty. */
export function fieldsOf(app: FastifyInstance, item: Item | null): DeskNewsFields {
  if (item === null) return NO_FIELDS;
  const { excerpt, categories, language, image } = newsItemOf(app, item);
  const { title, markdown, content } = item.document;
  const isTimed = item.date.includes("T");
  const local = isTimed && new Date(Date.parse(item.date) + EAST_AFRICA_OFFSET_MS).toISOString();
  return {
    ...NO_FIELDS,
    title: String(title),
    text: String(markdown ?? content ?? ""),
    excerpt: excerpt ?? "",
    category: categories[0] ?? "",
    language: language ?? "",
    alt: image?.alt ?? "",
    at: local ? local.slice(0, 16) : "",
    version: String(item.version),
  };
}

/** The instant of a typed day and time in East Africa Time; NaN when it is none. */
const instantOf = (at: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at) ? Date.parse(`${at}:00+03:00`) : Number.NaN;

const hasPicture = ({ upload, noPicture }: DeskNewsFields, item: Item | null) =>
  upload !== "" || (noPicture === "" && imageOf(item?.document ?? {}) !== null);

/** What is wrong with the fields. A draft needs a title alone. */
export function errorsOf(
  fields: DeskNewsFields,
  {
    item,
    isDraft,
    isPlanned,
    now,
  }: { item: Item | null; isDraft: boolean; isPlanned: boolean; now: number },
): Errors {
  const errors: Errors = {};
  const limits = Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][];
  for (const [name, limit] of limits) if (fields[name].length > limit) errors[name] = "tooLong";
  for (const name of isDraft ? (["title"] as const) : REQUIRED)
    if (fields[name] === "") errors[name] = "required";
  if (fields.language !== "" && !LANGUAGES.some((one) => one === fields.language))
    errors.language = "required";
  if (!isDraft && fields.alt === "" && hasPicture(fields, item)) errors.alt = "required";
  if (isPlanned && !(instantOf(fields.at) > now))
    errors.at = Number.isNaN(instantOf(fields.at)) ? "required" : "past";
  if (item !== null && fields.version !== String(item.version)) errors.version = "stale";
  return errors;
}

/** A line break that was typed is one. HTML goes through: the site cleans it, as all that its source sends. */
const markdown = new Marked({ gfm: true, breaks: true, async: false });

/** Names of the source for what the form has under one name. */
const ALIASES = ["introduction", "summary", "category", "image_url", "featured_image"];
const DATES = ["published_at", "publish_date", "createdAt"];

/** The document of the fields; what they have no name for stays. `date`: as with `DocumentRow`. */
export function draftOf(fields: DeskNewsFields, item: Item | null, date: string): Draft {
  const stored = item?.document ?? {};
  const others = Object.entries(stored).filter(([name]) => ![...ALIASES, ...DATES].includes(name));
  const kept = imageOf(stored);
  const old = typeof kept === "string" ? { public_url: kept } : kept;
  const picture = fields.upload === "" ? old : { public_url: `/media/uploads/${fields.upload}` };
  return {
    date,
    document: {
      ...Object.fromEntries(others),
      title: fields.title,
      content: markdown.parse(fields.text) as string,
      markdown: fields.text,
      excerpt: fields.excerpt,
      categories: fields.category === "" ? [] : [fields.category],
      language: fields.language,
      image: hasPicture(fields, item) ? { ...picture, alt: fields.alt } : null,
      ...(date !== "" && { published_at: date }),
    },
  };
}

/** From when on it is public, after a button; empty: not at all. */
export function dateAfter(
  action: string,
  { fields, item, now }: { fields: DeskNewsFields; item: Item | null; now: number },
): string {
  if (action === "publish") return utcSeconds(now);
  if (action === "plan") return utcSeconds(instantOf(fields.at));
  return action === "unpublish" ? "" : (item?.date ?? "");
}
