import type { DataTag } from "../../../shared/contract/data-tags.ts";
import { type Encoding, encode } from "./content-encoding.ts";

/** A value for each content encoding requested so far: most responses are requested in one only. */
type Encoded<T> = { identity: T } & { [encoding in Exclude<Encoding, "identity">]?: T };

/** A whole response as bytes: a hit is sent without rendering, serialising or compressing. */
export interface CachedResponse {
  etag: string;
  /** 404 for the page of unknown URLs, else 200. */
  status: 200 | 404;
  bodies: Encoded<Buffer>;
  /** Flat names and values for each encoding, as `writeHead` takes them. */
  headers: Encoded<readonly string[]>;
  /** Flat names and values of a 304 (RFC 9110, section 15.4.5). */
  notModified: readonly string[];
  /** When the data was fetched, milliseconds: sent as `Age`. Null sends none. */
  fetchedAtMs: number | null;
  /** Sent without revalidation until then; milliseconds. */
  freshUntilMs: number;
  /** Which of the source's data it shows. */
  tags: readonly DataTag[];
  /** The template of its URL, for the log. */
  route: string;
  /** The state of its data; null when it has none. */
  data: "fresh" | "stale" | "none" | null;
}

/** A response before its headers and bodies are laid out by encoding. */
export interface UnencodedResponse
  extends Omit<CachedResponse, "bodies" | "headers" | "notModified"> {
  bytes: Buffer;
  /** Names and values of every encoding, flat, without the entity tag. */
  headers: readonly string[];
}

/** The headers of a 200 that its 304 has as well: validator, freshness, who may read it. */
const OF_304 = /^(?:etag|cache-control|vary|link|access-control-.*|cross-origin-resource-policy)$/;

function onlyOf304(headers: readonly string[]): string[] {
  return headers.filter((_text, index) => OF_304.test(headers[index - (index % 2)] ?? ""));
}

/** A response in the form that is cached and sent, uncompressed. */
export function createCachedResponse({
  bytes,
  headers,
  ...about
}: UnencodedResponse): CachedResponse {
  const common = [...headers, "etag", about.etag];
  return {
    ...about,
    bodies: { identity: bytes },
    headers: { identity: [...common, "content-length", String(bytes.length)] },
    notModified: onlyOf304(common),
  };
}

/** Adds an encoding of the body, or replaces it. */
export function setEncoding(
  response: CachedResponse,
  encoding: Exclude<Encoding, "identity">,
  body: Buffer,
): void {
  // The last name and value are the length of the uncompressed body.
  const common = response.headers.identity.slice(0, -2);
  response.bodies[encoding] = body;
  response.headers[encoding] = [
    ...common,
    "content-length",
    String(body.length),
    "content-encoding",
    encoding,
  ];
}

const pendingOf = new WeakMap<CachedResponse, Map<Encoding, Promise<void>>>();

/** Adds an encoding that was not requested before, at a fast level; concurrent requests wait for the same one. */
export function addEncoding(response: CachedResponse, encoding: Encoding): Promise<void> {
  if (encoding === "identity" || response.bodies[encoding]) return Promise.resolve();
  const pending = pendingOf.get(response) ?? new Map<Encoding, Promise<void>>();
  pendingOf.set(response, pending);
  const encoded =
    pending.get(encoding) ??
    encode(response.bodies.identity, encoding)
      .then((body) => {
        // The best encoding may have been added meanwhile.
        if (!response.bodies[encoding]) setEncoding(response, encoding, body);
      })
      .finally(() => pending.delete(encoding));
  pending.set(encoding, encoded);
  return encoded;
}
