import { createHash } from "node:crypto";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { type Encoding, encode } from "./encoding.ts";

/** Something for each coding that was asked for so far: most answers are only ever asked for in one. */
type Coded<T> = { identity: T } & { [encoding in Exclude<Encoding, "identity">]?: T };

/** A whole answer as ready bytes: what a hit sends needs no work beyond looking it up. */
export interface CachedPage {
  etag: string;
  /** 404 for the page of addresses that lead nowhere, else 200. */
  status: 200 | 404;
  bodies: Coded<Buffer>;
  /** Flat names and values for each coding, as `writeHead` takes them. */
  headers: Coded<readonly string[]>;
  /** Flat names and values of a 304 (RFC 9110, section 15.4.5). */
  notModified: readonly string[];
  /** When the source gave what it holds, milliseconds: said as `Age`. Null says no age. */
  fetchedAtMs: number | null;
  /** Served without a thought until then; milliseconds. */
  freshUntilMs: number;
  /** Which of the source's data it shows. */
  tags: readonly DataTag[];
  /** The template of its address, for the log. */
  route: string;
  /** What it stands on; null when it asks no source. */
  data: "fresh" | "stale" | "none" | null;
}

/** An answer before it is made ready. */
export interface ToMakeReady extends Omit<CachedPage, "bodies" | "headers" | "notModified"> {
  bytes: Buffer;
  /** Names and values of every coding, flat, without the tag. */
  headers: readonly string[];
}

/** Of a 200's headers, those that its 304 carries as well: validator, freshness, who may read it. */
const OF_304 = /^(?:etag|cache-control|vary|link|access-control-.*|cross-origin-resource-policy)$/;

function onlyOf304(headers: readonly string[]): string[] {
  return headers.filter((_text, index) => OF_304.test(headers[index - (index % 2)] ?? ""));
}

/** A weak tag (RFC 9110, section 8.8.3) of the bytes and the headers: a browser that hears 304 keeps the policy it has. */
export function pageTag(bytes: Buffer, headers: readonly string[]): string {
  const hash = createHash("sha256").update(headers.join("\n")).update(bytes);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

/** An answer as it is sent, not coded yet. */
export function readyPage({ bytes, headers, ...about }: ToMakeReady): CachedPage {
  const common = [...headers, "etag", about.etag];
  return {
    ...about,
    bodies: { identity: bytes },
    headers: { identity: [...common, "content-length", String(bytes.length)] },
    notModified: onlyOf304(common),
  };
}

/** Gives a page a coding of its bytes, in the place of one it may have had. */
export function setCoding(
  page: CachedPage,
  encoding: Exclude<Encoding, "identity">,
  body: Buffer,
): void {
  // What the headers of the bytes as they are end with is their length.
  const common = page.headers.identity.slice(0, -2);
  page.bodies[encoding] = body;
  page.headers[encoding] = [
    ...common,
    ...["content-length", String(body.length)],
    ...["content-encoding", encoding],
  ];
}

const codings = new WeakMap<CachedPage, Map<Encoding, Promise<void>>>();

/** Makes a coding that nobody has asked for before, small at once; all who ask meanwhile wait for one. */
export function addCoding(page: CachedPage, encoding: Encoding): Promise<void> {
  if (encoding === "identity" || page.bodies[encoding]) return Promise.resolve();
  const ofPage = codings.get(page) ?? new Map<Encoding, Promise<void>>();
  codings.set(page, ofPage);
  const begun =
    ofPage.get(encoding) ??
    encode(page.bodies.identity, encoding)
      .then((body) => {
        // The best coding may have come meanwhile.
        if (!page.bodies[encoding]) setCoding(page, encoding, body);
      })
      .finally(() => ofPage.delete(encoding));
  ofPage.set(encoding, begun);
  return begun;
}
