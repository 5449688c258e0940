import type { Kysely } from "kysely";
import type { ContentRow, Tables } from "../store/schema.ts";
import type { Images } from "./images.ts";

/** The key of a picture that the office has uploaded: `images/uploads/1b4e28ba-2fa1-11d2-883f-0016d3cca427.jpg`. */
const UPLOAD = /images\/(uploads\/([0-9a-f-]{36}\.jpg))/g;

/** Returns the key with which a document names an uploaded picture. */
export const uploadKey = (name: string): string => `images/uploads/${name}`;

/** Reads the uploaded pictures of documents from the store, those that this process does not have yet. */
export async function loadUploads(
  db: Kysely<Tables>,
  images: Images,
  documents: readonly Pick<ContentRow, "facts">[],
): Promise<void> {
  const wanted = new Map<string, string>();
  for (const { facts } of documents)
    for (const [, path = "", name = ""] of (facts ?? "").matchAll(UPLOAD))
      if (!images.hasUpload(path)) wanted.set(path, name);
  for (const [path, name] of wanted) {
    const query = db.selectFrom("uploads").select("bytes").where("name", "=", name);
    const row = await query.executeTakeFirst();
    if (row !== undefined) images.addUpload(path, Buffer.from(row.bytes, "base64"));
  }
}
