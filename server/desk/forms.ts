import { randomUUID } from "node:crypto";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { DeskEntry } from "../../shared/contract/desk.ts";
import { WIDEST } from "../../shared/model/picture-widths.ts";
import { DAY_MS } from "../../shared/time.ts";
import { convertPicture, pictureType, preparePicture } from "../pictures/convert-picture.ts";
import { PictureError } from "../pictures/picture-client.ts";
import type { Store } from "../store/store.ts";
import * as desk from "./desk.ts";

const MEGABYTE = 1024 * 1024;
const MAX_FILE_BYTES = 20 * MEGABYTE;

/** One byte more than a file may have shows that it has more. A text beyond its own limit still comes back to who typed it. */
export const UPLOADS = {
  limits: { fileSize: MAX_FILE_BYTES + 1, files: 1, fieldSize: 2 * MEGABYTE, fields: 30 },
  throwFileSizeLimit: false,
  attachFieldsToBody: "keyValues",
  // Where none is chosen, browsers send an empty one without a name.
  onFile: async (part: MultipartFile & { value?: string }) => {
    if ((await part.toBuffer()).length === 0 && !part.filename) part.value = "";
  },
} as const;

export type Fields = Readonly<Record<string, string>>;

const UPLOAD_NAME = /^[\da-f-]{36}\.webp$/;

/** The path of a kept picture at the embedded content API. */
export const uploadPath = (name: string) => `/media/uploads/${name}`;

/** Whether the source is ours: its pictures are files then, else addresses. */
export const isSourceOurs = ({ config }: FastifyInstance) => config.CONTENT_API_URL === undefined;

export type ById = { Params: { id: string } };
export type Reply = FastifyReply<ById>;

/** Why a form comes back. */
export type Again<Entry = DeskEntry> = Partial<Entry> & { status?: number | undefined };

interface EntryForm {
  save: (reply: Reply, sent: SentForm) => Promise<FastifyReply>;
  remove: (reply: Reply, fields: Fields) => Promise<FastifyReply>;
  /** The form with what was typed, and nothing of the store. */
  showTyped: (reply: Reply, fields: Fields, again: Again) => Promise<FastifyReply>;
}

/** Acts on what somebody sent by a form. Where it cannot be taken it comes back; a deletion has nothing to show. */
export async function takeForm(reply: Reply, form: EntryForm): Promise<FastifyReply> {
  const { request, server } = reply;
  const isOpen = () => desk.obstacle(request) === null;
  const sent = await readForm(request, isSourceOurs(server) && isOpen());
  const isRemoval = sent.action === "delete";
  try {
    if (isOpen())
      return await (isRemoval ? form.remove(reply, sent.fields) : form.save(reply, sent));
  } catch (err) {
    request.log.error({ err }, "what was typed could not be taken");
  }
  const name = desk.obstacle(request) ?? "store";
  const status = name === "store" ? 503 : 401;
  if (!isRemoval)
    return form.showTyped(reply, sent.fields, { status, problem: { name }, errors: sent.errors });
  return name === "store"
    ? server.pages.renderError(reply, status)
    : desk.go(reply, "/staff", "not-done");
}

/** `upload` among the fields is the name of the picture that was sent with this form, now or before. */
async function readForm(request: FastifyRequest, isKept: boolean) {
  const { store, clock } = request.server;
  const body = request.isMultipart() ? (request.body as object) : desk.postedFields(request);
  const texts = Object.entries(body).filter(([, value]) => typeof value === "string");
  const { action = "", upload = "", ...fields } = Object.fromEntries(texts);
  const file = Object.values(body).find((value) => Buffer.isBuffer(value));
  const form = (kept: string, pictureError?: string) => ({
    action: String(action),
    fields: { ...fields, upload: kept, ...(file && kept && { noPicture: "" }) } as Fields,
    errors: (pictureError ? { picture: { code: pictureError } } : {}) as DeskEntry["errors"],
  });
  const sent = UPLOAD_NAME.test(upload) ? upload : "";
  const asBefore = form(sent, file && "again");
  if (!isKept) return asBefore;
  try {
    if (file) {
      const { name = sent, error } = await keepUpload(store.db, file, clock());
      return form(name, error);
    }
    const stored = store.db.selectFrom("uploads").select("name").where("name", "=", sent);
    // What was sent long ago is gone.
    return sent === "" || (await stored.executeTakeFirst()) ? asBefore : form("", "again");
  } catch (error) {
    if (store.fault() === null) throw error;
    return asBefore;
  }
}

export type SentForm = Awaited<ReturnType<typeof readForm>>;

/** Keeps a picture no wider than pages show it, without what the camera wrote. What no document names after a day goes. */
async function keepUpload(db: Store["db"], bytes: Buffer, now: number) {
  if (bytes.length > MAX_FILE_BYTES) return { error: "size" };
  const type = pictureType(bytes);
  if (type !== "jpeg" && type !== "png" && type !== "webp") return { error: "type" };
  let picture: Buffer;
  try {
    await preparePicture(bytes);
    picture = await convertPicture(bytes, { width: WIDEST, format: "webp" });
  } catch (error) {
    if (error instanceof PictureError) return { error: "broken" };
    throw error;
  }
  const isNamed = sql<boolean>`exists (
    select 1 from documents where document like '%' || uploads.name || '%'
  )`;
  const old = db.deleteFrom("uploads").where("createdAt", "<", now - DAY_MS);
  await old.where(({ not }) => not(isNamed)).execute();
  const name = `${randomUUID()}.webp`;
  const row = { name, bytes: picture.toString("base64"), createdAt: now };
  await db.insertInto("uploads").values(row).execute();
  return { name };
}
