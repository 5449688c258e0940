import { Agent, request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request as it is sent; GET of everything, uncompressed, unless it says otherwise. */
export interface Call {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface HttpResponse {
  status: number;
  /** Lower-case names and values, in the order received. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Bytes as sent. */
  sent: Buffer;
  /** Bytes after decompression. */
  body: Buffer;
}

/** The host that visitors would use; the port of a run appears nowhere. */
export const PUBLIC_HOST = "www.example.org";
const TIMEOUT_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export const headerOf = (response: HttpResponse, name: string): string =>
  response.headers.find(([known]) => known === name)?.[1] ?? "";

function decode(sent: Buffer, encoding: string): Buffer {
  if (sent.length === 0) return sent;
  if (encoding === "br") return brotliDecompressSync(sent);
  return encoding === "gzip" ? gunzipSync(sent) : sent;
}

/** Sends one request over a kept-alive connection and reads the response to its end. */
export function sendRequest(siteUrl: string, call: Call): Promise<HttpResponse> {
  const { hostname, port } = new URL(siteUrl);
  const { method = "GET", path, headers = {}, body } = call;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: TIMEOUT_MS,
        headers: { host: PUBLIC_HOST, accept: "*/*", ...length, ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const sent = Buffer.concat(chunks);
        const pairs = response.rawHeaders.flatMap((name, index, all) =>
          index % 2 === 0 ? [[name.toLowerCase(), all[index + 1] ?? ""] as const] : [],
        );
        const encoding = response.headers["content-encoding"] ?? "";
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: pairs, sent, body: decode(sent, encoding) });
      },
    );
    request.on("timeout", () => request.destroy(new Error(`no response: ${method} ${path}`)));
    request.on("error", reject);
    request.end(body);
  });
}
