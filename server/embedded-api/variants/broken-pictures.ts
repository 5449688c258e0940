import type { FastifyReply } from "fastify";

const JPEG_START = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");
const HUGE_BYTES = 24 * 1024 * 1024;

/** What a picture store may send in place of a picture. `missing.jpg` is not among them: it is not there. */
const BROKEN: Readonly<Record<string, { type: string; body: () => Buffer }>> = {
  "cut-off.jpg": { type: "image/jpeg", body: () => JPEG_START },
  "page.jpg": {
    type: "image/jpeg",
    body: () => Buffer.from("<!doctype html><title>Sign in</title><p>Please sign in.</p>"),
  },
  "huge.jpg": { type: "image/jpeg", body: () => Buffer.alloc(HUGE_BYTES, JPEG_START) },
};

/** Sends a broken picture; false when there is none of that name. */
export function sendBrokenPicture(reply: FastifyReply, name: string): boolean {
  const picture = Object.hasOwn(BROKEN, name) ? BROKEN[name] : undefined;
  if (picture === undefined) return false;
  reply.type(picture.type).send(picture.body());
  return true;
}
