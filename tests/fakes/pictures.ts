import type { IncomingMessage, ServerResponse } from "node:http";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes a JPEG whose left and right halves differ in colour, so that a test can tell its orientation. */
export async function jpeg(width: number, height: number): Promise<Buffer> {
  return fakePicture(width, height).jpeg({ quality: 90 }).toBuffer();
}

/** Makes a JPEG as large as one from a camera. */
export function noise(width: number, height: number): Promise<Buffer> {
  const grain = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const create = { width, height, channels: 3, background: "#888", noise: grain } as const;
  return sharp({ create }).jpeg({ quality: 90 }).toBuffer();
}

export function fakePicture(width: number, height: number): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: "#efb000" };
  const base = sharp({ create: { width, height, channels: 3, background: "#087fae" } });
  return base.composite([{ input: { create: half }, left: 0, top: 0 }]);
}

/** Serves bytes with a type and an ETag, and responds with 304 when that ETag matches. */
export function serveBytes(
  bytes: Buffer,
  { type = "image/jpeg", etag = `"${bytes.length}"` }: { type?: string; etag?: string } = {},
): Serve {
  return (request, response) => {
    response.setHeader("etag", etag);
    if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { "content-type": type, "content-length": bytes.length }).end(bytes);
  };
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Makes a PNG with one bit per pixel: a few kilobytes that decode to `width * height` pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
