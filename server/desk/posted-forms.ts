import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { DeskEntry } from "../../shared/contract/desk.ts";
import { WIDEST } from "../../shared/model/picture-widths.ts";
import { DAY_MS } from "../../shared/time.ts";
import { convertPicture, pictureType, preparePicture } from "../pictures/convert-picture.ts";
import { PictureError } from "../pictures/picture-client.ts";
import type { Store } from "../store/store.ts";
import { type Desk, postedFields } from "./desk.ts";

const MEGABYTE = 1024 * 1024;
/** A text beyond its own limit still comes back to who typed it. */
const limits = { fileSize: 20 * MEGABYTE, files: 1, fieldSize: 2 * MEGABYTE, fields: 30 };
export const UPLOADS = { limits, throwFileSizeLimit: false };

export type Fields = Readonly<Record<string, string>>;

/** Why there is no picture of a chosen file. */
type UploadError = "type" | "size" | "broken" | "again";

const UPLOAD_NAME = /^[\da-f-]{36}\.webp$/;

/** The path of a kept picture at the embedded content API. */
export const uploadPath = (name: string) => `/media/uploads/${name}`;

/**
 * What a form sends: its button, its fields, each once, and what is wrong with its picture. `upload` among the fields is the
 * name of the picture that was sent with this form, now or before. Without a store, a file is not kept.
 */
async function readForm(request: FastifyRequest, store: Store | null, now: number) {
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
  const { action = "", upload = "", ...fields } = posted;
  const form = (kept: string, pictureError: UploadError | null = null) => ({
    action,
    fields: { ...fields, upload: kept, ...(file && kept && { noPicture: "" }) } as Fields,
    errors: (pictureError ? { picture: { code: pictureError } } : {}) as DeskEntry["errors"],
  });
  const sent = UPLOAD_NAME.test(upload) ? upload : "";
  if (store === null) return form(sent, file && "again");
  try {
    if (file !== null) {
      const kept = await keepUpload(store, file, now);
      return "name" in kept ? form(kept.name) : form(sent, kept.error);
    }
    // What was sent long ago is gone.
    return sent === "" || (await hasUpload(store, sent)) ? form(sent) : form("", "again");
  } catch (error) {
    if (store.fault() === null) throw error;
    return form(sent, file && "again");
  }
}

export type SentForm = Awaited<ReturnType<typeof readForm>>;

/** Why a form comes back. */
export type Again = Partial<Pick<DeskEntry, "errors" | "problem">> & { status?: number };

/** Acts on what somebody sent by a form. Where it cannot be taken it comes back; a deletion has nothing to show. */
export async function takeForm(
  desk: Desk,
  reply: FastifyReply,
  {
    keepsFile,
    ...form
  }: {
    keepsFile: boolean;
    save: (sent: SentForm) => Promise<FastifyReply>;
    remove: (fields: Fields) => Promise<FastifyReply>;
    show: (fields: Fields, again: Again) => Promise<FastifyReply>;
  },
): Promise<FastifyReply> {
  const { request, server } = reply;
  const isKept = keepsFile && desk.obstacle(request) === null;
  const sent = await readForm(request, isKept ? server.store : null, server.clock());
  const isRemoval = sent.action === "delete";
  try {
    if (desk.obstacle(request) === null)
      return await (isRemoval ? form.remove(sent.fields) : form.save(sent));
  } catch (err) {
    request.log.error({ err }, "what was typed could not be taken");
  }
  const name = desk.obstacle(request) ?? "store";
  const status = name === "store" ? 503 : 401;
  if (!isRemoval) return form.show(sent.fields, { status, problem: { name }, errors: sent.errors });
  return name === "store" ? server.pages.renderError(reply, status) : desk.go(reply, "/staff");
}

const hasUpload = async ({ db }: Store, name: string) =>
  (await db.selectFrom("uploads").select("name").where("name", "=", name).execute()).length > 0;

/**
 * Keeps a picture no wider than pages show it, without what the camera wrote about place and person. What no document
 * names after a day goes.
 */
async function keepUpload(
  { db }: Store,
  { bytes, isTooLarge }: { bytes: Buffer; isTooLarge: boolean },
  now: number,
): Promise<{ name: string } | { error: UploadError }> {
  if (isTooLarge) return { error: "size" };
  const type = pictureType(bytes);
  if (type !== "jpeg" && type !== "png" && type !== "webp") return { error: "type" };
  let picture: Buffer;
  try {
    await preparePicture(bytes, type);
    picture = await convertPicture(bytes, { width: WIDEST, format: "webp" });
  } catch (error) {
    if (error instanceof PictureError) return { error: "broken" };
    throw error;
  }
  const name = `${randomUUID()}.webp`;
  const isNamed = sql<boolean>`exists (
    select 1 from documents where document like '%' || uploads.name || '%'
  )`;
  const old = db.deleteFrom("uploads").where("createdAt", "<", now - DAY_MS);
  await old.where(({ not }) => not(isNamed)).execute();
  const row = { name, bytes: picture.toString("base64"), createdAt: now };
  await db.insertInto("uploads").values(row).execute();
  return { name };
}
