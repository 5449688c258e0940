import { randomUUID, subtle } from "node:crypto";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeskEntry, DeskPage } from "../../shared/contract/desk.ts";
import { WIDEST } from "../../shared/model/picture-widths.ts";
import { DAY_MS } from "../../shared/time.ts";
import { isNamedUpload } from "../embedded-api/document-versions.ts";
import { handleOnce, type PostResult, requestDigest } from "../forms/idempotency.ts";
import { convertPicture, pictureType, preparePicture } from "../pictures/convert-picture.ts";
import { PictureError } from "../pictures/picture-error.ts";
import type { Store } from "../store/store.ts";
import * as desk from "./desk.ts";

const MEGABYTE = 1024 * 1024;
const MAX_FILE_BYTES = 20 * MEGABYTE;

/**
 * The limits of a form with a file. One byte above the limit shows that a file is too large. A text above its own limit
 * still comes back to its writer.
 */
export const UPLOADS = {
  limits: { fileSize: MAX_FILE_BYTES + 1, files: 1, fieldSize: 2 * MEGABYTE, fields: 30 },
  throwFileSizeLimit: false,
} as const;

/** The same for a document of the website, which has many fields and may have many pictures. */
export const WEBSITE_UPLOADS = {
  limits: { ...UPLOADS.limits, files: 60, fields: 5_000 },
  throwFileSizeLimit: false,
} as const;

/** The id of an entry that does not exist yet. */
export const NEW = "new";

/** The most bytes of text in a form from a possible stranger: the longest article, of letters that are three bytes each. */
const MAX_TYPED_BYTES = 384 * 1024;

/** Reads the bytes of a file. A file of a sender who is not signed in is discarded, and an empty buffer stands for it. */
async function readFile(part: MultipartFile, isKept: boolean): Promise<Buffer | ""> {
  // When no file is chosen, browsers send an empty one without a name.
  const isChosen = Boolean(part.filename);
  if (!isKept) {
    part.file.resume();
    return isChosen ? Buffer.alloc(0) : "";
  }
  const bytes = await part.toBuffer();
  return isChosen || bytes.length > 0 ? bytes : "";
}

/** Reads a form with a file into all values of each name, in the order sent. */
export async function readParts(request: FastifyRequest) {
  const { raw, staff, isOfStaff } = request;
  const read: Record<string, (string | Buffer)[]> = {};
  const add = (name: string, value: string | Buffer) => {
    read[name] = [...(read[name] ?? []), value];
  };
  const parts = request.parts(isOfStaff ? {} : { limits: { fieldSize: MAX_TYPED_BYTES } });
  let typedBytes = 0;
  try {
    for await (const part of parts) {
      if (part.type === "file") add(part.fieldname, await readFile(part, staff !== null));
      else if (typeof part.value === "string") {
        add(part.fieldname, part.value);
        typedBytes += Buffer.byteLength(part.value);
      }
      // The parser cuts a field off at this length, so the text would be incomplete.
      if (!isOfStaff && typedBytes >= MAX_TYPED_BYTES)
        throw Object.assign(new Error("too much text"), { statusCode: 413 });
    }
    return read;
  } catch (error) {
    raw.unpipe();
    raw.resume();
    // The error of a malformed or aborted body, as by a browser that is closed, has no status.
    throw Object.assign(Object(error), { statusCode: Object(error).statusCode ?? 400 });
  }
}

export type DeskFields = Readonly<Record<string, string>>;

const UPLOAD_NAME = /^[\da-f-]{36}\.webp$/;

/** Returns the path of a stored picture at the embedded content API. */
export const uploadPath = (name: string) => `/media/uploads/${name}`;

/** Returns whether the content source is the embedded one. Its pictures are files; those of another source are addresses. */
export const isSourceOurs = ({ config }: FastifyInstance) => config.CONTENT_API_URL === undefined;

export type ById = { Params: { id: string } };
export type Reply = FastifyReply<ById>;

/** Returns the id in the path of a request; null for the form of a new entry. */
export const requestedId = ({ request }: Reply): string | null =>
  request.params.id === NEW ? null : request.params.id;

/** The parts of an entry that differ when a form is shown again, and the response status. */
export type FormChanges<Entry = DeskEntry> = Partial<Entry> & { status?: number | undefined };

/** A page to show instead of a redirect. Null stands for the error page of the status. */
export interface PageToShow {
  status: number;
  page: DeskPage | null;
}

/** The result of a form: a page, or a redirect, which a second press of the button gets as well. */
export type Result = PostResult<PageToShow>;

export const NOT_FOUND: PageToShow = { status: 404, page: null };

/** Returns a redirect with a notice. `took` is the id of the item whose former address the saved one has taken. */
export const redirectTo = (path: string, notice: string, took = ""): Result => ({
  response: { status: 303, headers: {}, body: `${path} ${notice} ${took}`.trim() },
});

export function sendPage(reply: FastifyReply, { status, page }: PageToShow): Promise<FastifyReply> {
  if (page !== null) return desk.sendDeskPage(reply, page, status);
  return status === 404 ? desk.sendNotFound(reply) : reply.server.pages.renderError(reply, status);
}

/** Returns the last change of an entry at the desk: who made it, and when. */
export const readLastChange = async ({ server }: Pick<FastifyReply, "server">, reference: string) =>
  (await server.accounts.actions(reference)).at(-1);

interface EntryForm {
  save: (reply: Reply, sent: SentForm) => Promise<Result>;
  remove: (reply: Reply, fields: DeskFields) => Promise<Result>;
  /** Returns the form with the typed values. Works while the store is down. */
  showTyped: (
    reply: Reply,
    fields: DeskFields,
    again: FormChanges,
  ) => Promise<PageToShow> | PageToShow;
  /** Keeps what was typed so far, which the script of the desk sends; the entry stays as it is. */
  keep: (reply: Reply, fields: DeskFields) => Promise<void>;
  /** Forgets what was kept so. */
  drop: (reply: Reply) => Promise<void>;
}

/** The action of the script of the desk, which keeps what was typed without a save. */
const KEEP = "keep";
/** The action of the button that forgets what was kept so. */
const DROP = "drop";

/** Keeps what was typed so far. Responds 401 or 503 when that is not possible, without a page. */
async function keepTyped(reply: Reply, form: EntryForm, fields: DeskFields): Promise<FastifyReply> {
  const obstacle = desk.findObstacle(reply.request);
  if (obstacle !== null) return reply.code(obstacle === "store" ? 503 : 401).send();
  await form.keep(reply, fields);
  return reply.code(204).send();
}

const isOpen = ({ request }: FastifyReply): boolean => desk.findObstacle(request) === null;

/** Saves or deletes an entry. A form that cannot be accepted is shown again; a deletion has no form to show. */
async function handleEntry(
  reply: Reply,
  form: EntryForm,
  { body, once }: { body: Body; once: string },
): Promise<Result> {
  const { request } = reply;
  const read = await readForm(request, body, isSourceOurs(reply.server) && isOpen(reply));
  const sent = { ...read, once };
  const isRemoval = sent.action === "delete";
  try {
    if (isOpen(reply))
      return await (isRemoval ? form.remove(reply, sent.fields) : form.save(reply, sent));
  } catch (err) {
    request.log.error({ err }, "desk form could not be handled");
  }
  const name = desk.findObstacle(request) ?? "store";
  const status = name === "store" ? 503 : 401;
  const { fields, errors } = sent;
  if (!isRemoval)
    return { problem: await form.showTyped(reply, fields, { status, problem: { name }, errors }) };
  return name === "store" ? { problem: { status, page: null } } : redirectTo("/staff", "not-done");
}

/** Handles a form once, however often its button is pressed: a second press waits for the first and gets its redirect. */
export async function takeForm(reply: Reply, form: EntryForm): Promise<FastifyReply> {
  const { request } = reply;
  const body = splitBody(request);
  const { staff, params } = request;
  const { key = "", action, ...texts } = body.texts;
  if (action === KEEP) return keepTyped(reply, form, texts);
  if (action === DROP && isOpen(reply)) {
    await form.drop(reply);
    return desk.redirectWithNotice(reply, request.url.split("?")[0] ?? "");
  }
  // `subtle` hashes outside the event loop, because a photograph is large.
  const file = body.file && Buffer.from(await subtle.digest("SHA-256", body.file)).toString("hex");
  const fingerprint = requestDigest(action, texts, file);
  // A form for a new entry creates one entry only, even if its text differs the second time.
  // For an existing entry, a form with other values is another change.
  const isNew = params.id === NEW && key !== "";
  const what = isNew ? [key] : [key, fingerprint];
  const name = requestDigest("desk", request.routeOptions.url, params.id, staff?.id, what);
  const handled = () => handleEntry(reply, form, { body, once: requestDigest(name, fingerprint) });
  const isTaken = isOpen(reply) && action !== "preview";
  const result = await (isTaken
    ? handleOnce(reply, { key: name, fingerprint }, handled)
    : handled());
  if (typeof result === "object") {
    if ("problem" in result) return sendPage(reply, result.problem);
    const [path = "", notice, took = ""] = result.response.body.split(" ");
    return desk.redirectWithNotice(reply, path, notice, { took });
  }
  const sent = await readForm(request, body, false);
  const problem = { name: result === "in-progress" ? "sending" : "sent" } as const;
  // The earlier form may have created an entry. Sending this form once more creates another one.
  const again = result === "other-body" ? { ...sent.fields, key: randomUUID() } : sent.fields;
  const { errors } = sent;
  return sendPage(reply, await form.showTyped(reply, again, { status: 409, problem, errors }));
}

interface Body {
  texts: DeskFields;
  file: Buffer | null;
}

/** Returns the first text of each name, and the first file. */
function splitBody(request: FastifyRequest): Body {
  const body = request.isMultipart() ? (request.body as object) : desk.postedFields(request);
  const texts: Record<string, string> = {};
  let file: Buffer | null = null;
  for (const [name, values] of Object.entries(body))
    for (const value of [values].flat()) {
      if (Buffer.isBuffer(value)) file ??= value;
      else if (typeof value === "string") texts[name] ??= value;
    }
  return { texts, file };
}

/**
 * Reads a form, and stores its picture if `isKept`. The field `upload` is the name of the picture that was sent with this
 * form, now or before. The field `asked` says that a picture was refused or lost: the form asks for a picture until one is
 * chosen again, or somebody says that there is none.
 */
async function readForm(request: FastifyRequest, { texts, file }: Body, isKept: boolean) {
  const { store, clock } = request.server;
  const { action = "", upload = "", asked = "", noFile = "", picture: _, ...fields } = texts;
  const form = (kept: string, pictureError?: string) => {
    const isChosen = file !== null && kept !== "";
    const isDone = file !== null || noFile !== "" || (fields.noPicture ?? "") !== "";
    const error = pictureError ?? (asked !== "" && !isDone ? "again" : undefined);
    const errors: DeskEntry["errors"] = error === undefined ? {} : { picture: { code: error } };
    return {
      action,
      fields: {
        ...fields,
        ...(isChosen && { noPicture: "" }),
        upload: kept,
        asked: error === undefined ? "" : "1",
      } as DeskFields,
      errors,
    };
  };
  const sent = UPLOAD_NAME.test(upload) ? upload : "";
  const asBefore = form(sent, file === null ? undefined : "again");
  if (!isKept) return asBefore;
  try {
    if (file !== null) {
      const { name = sent, error } = await storeUpload(store.db, file, clock());
      return form(name, error);
    }
    // A picture that was sent long ago has been deleted.
    return sent === "" || (await isStored(store.db, sent)) ? asBefore : form("", "again");
  } catch (error) {
    if (store.fault() === null) throw error;
    return asBefore;
  }
}

async function isStored(db: Store["db"], name: string): Promise<boolean> {
  const stored = db.selectFrom("uploads").select("name").where("name", "=", name);
  return (await stored.executeTakeFirst()) !== undefined;
}

/** Returns whether a picture's address names an upload that no longer exists, as after its event was deleted. */
export async function isUploadGone({ store }: FastifyInstance, url: string): Promise<boolean> {
  const name = url.split("/").at(-1) ?? "";
  const isUpload = UPLOAD_NAME.test(name) && url.endsWith(uploadPath(name));
  return isUpload && !(await isStored(store.db, name));
}

/** A form as sent. `once` identifies the submission and is the same for each press of the button. */
export type SentForm = Awaited<ReturnType<typeof readForm>> & { once: string };

/** Stores a picture no wider than pages show it, without metadata. Also deletes day-old uploads that no document names. */
export async function storeUpload(
  db: Store["db"],
  bytes: Buffer,
  now: number,
  format: "webp" | "jpg" = "webp",
) {
  if (bytes.length > MAX_FILE_BYTES) return { error: "size" };
  const type = pictureType(bytes);
  if (type !== "jpeg" && type !== "png" && type !== "webp") return { error: "type" };
  let picture: Buffer;
  try {
    await preparePicture(bytes);
    picture = await convertPicture(bytes, { width: WIDEST, format });
  } catch (error) {
    if (error instanceof PictureError) return { error: "broken" };
    throw error;
  }
  const old = db.deleteFrom("uploads").where("createdAt", "<", now - DAY_MS);
  await old.where(({ not }) => not(isNamedUpload)).execute();
  const name = `${randomUUID()}.${format}`;
  const row = { name, bytes: picture.toString("base64"), createdAt: now };
  await db.insertInto("uploads").values(row).execute();
  return { name };
}
