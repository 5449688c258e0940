import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rawRequest } from "../../setup/site/raw-request.ts";
import { type Call, type HttpResponse, headerOf, PUBLIC_HOST, sendRequest } from "./http-client.ts";
import { neutralHeader, neutralText } from "./neutral.ts";
import { metricNames, readableBody } from "./readable-body.ts";

export interface Recorder {
  /** Records one request. */
  one: (call: Call) => Promise<HttpResponse>;
  /** Records a GET, the same in each encoding, with its ETag, and as HEAD: all in one file. */
  whole: (path: string, headers?: Readonly<Record<string, string>>) => Promise<HttpResponse>;
  /** Records bytes that no client would send, under a name. */
  raw: (name: string, bytes: string) => Promise<void>;
  /** One request as one line: neutral path, status, type, cache policy, and a digest of the body. */
  line: (path: string) => Promise<string>;
  /** Writes a text of its own. */
  note: (name: string, text: string) => void;
  /** Paths and files of this site that the recorded pages refer to. */
  readonly links: Set<string>;
}

/** What is sent with the second and further requests for the same URL. */
const AGAIN: readonly Pick<Call, "method" | "headers">[] = [
  { headers: { "accept-encoding": "gzip" } },
  { headers: { "accept-encoding": "gzip, deflate, br" } },
  { method: "HEAD" },
];

const LINK = new RegExp(`(?:href|src|content)="(?:http://${PUBLIC_HOST})?(/[^"]*)"`, "g");
const SOURCES = / (?:imagesrcset|srcset)="([^"]*)"/gi;
const IN_STYLE = /url\((\/[^)]+)\)/g;

function linksIn(response: HttpResponse): string[] {
  if (!headerOf(response, "content-type").startsWith("text/html")) return [];
  const html = response.body.toString();
  const plain = [...html.matchAll(LINK), ...html.matchAll(IN_STYLE)].map(([, url = ""]) => url);
  const sets = [...html.matchAll(SOURCES)].flatMap(([, list = ""]) =>
    list.split(",").map((source) => source.trim().split(" ", 1)[0] ?? ""),
  );
  return [...plain, ...sets].map((url) => url.replaceAll("&amp;", "&").split("#", 1)[0] ?? "");
}

function headersOf(response: HttpResponse): string[] {
  const about = {
    status: response.status,
    sentBytes: response.sent.length,
    isOnRateLimit: headerOf(response, "ratelimit") !== "",
  };
  return response.headers
    .map(([name, value]) => `${name}: ${neutralHeader(name, value, about)}`)
    .sort();
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const shortened = (text: string) =>
  text.length > 2_000 ? `${text.slice(0, 200)}... (${text.length} characters)` : text;

/** Of an earlier response: a digest of its bytes, or the size and time of a file. */
const ENTITY_TAG = /"(?:[\w-]{20,}|[0-9a-f]+-[0-9a-f]{8,})"/g;

function requestLines({ method = "GET", path, headers = {}, body }: Call): string[] {
  const sent = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value.replaceAll(ENTITY_TAG, '"[digest]"')}`,
  );
  return [
    shortened(`${method} ${path}`),
    ...sent,
    ...(body === undefined ? [] : ["", shortened(body)]),
  ];
}

/** Short words for a file's name, and a digest that tells apart what they leave out. */
function fileNameOf(call: Call): string {
  const { method = "GET", path } = call;
  const words = `${method} ${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 90);
  const request = [...requestLines(call), call.body ?? "", path].join("\n");
  return `${words.replace(/-$/, "")}-${digestOf(request).slice(0, 6)}`;
}

/** A request and its response as text. */
const written = (call: Call, response: HttpResponse, body: string) =>
  [...requestLines(call), "", String(response.status), ...headersOf(response), "", body].join("\n");

/** Writes texts to files of a folder; a name that was used before gets a number. */
function createWriter(folder: string): Recorder["note"] {
  const used = new Map<string, number>();
  mkdirSync(folder, { recursive: true });
  return (name, text) => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    writeFileSync(join(folder, `${name}${times === 1 ? "" : `-${times}`}.txt`), `${text}\n`);
  };
}

/** Records a site's responses, a file for each URL, in the folder of one situation of the site. */
export function createRecorder(
  folder: string,
  siteUrl: string,
  counter: { requests: number },
): Recorder {
  const note = createWriter(folder);
  const links = new Set<string>();

  async function send(call: Call): Promise<{ response: HttpResponse; body: string }> {
    const response = await sendRequest(siteUrl, call);
    counter.requests += 1;
    for (const link of linksIn(response)) links.add(link);
    const isMetrics = call.path === "/metrics" && response.status === 200;
    return {
      response,
      body: isMetrics ? metricNames(response.body.toString()) : readableBody(response),
    };
  }

  return {
    note,
    links,
    async one(call) {
      const { response, body } = await send(call);
      note(fileNameOf(call), written(call, response, body));
      return response;
    },
    async line(path) {
      const { response, body } = await send({ path });
      const about = ["content-type", "cache-control"].map((name) => headerOf(response, name));
      // Bytes of scripts and stylesheets hold names that may change.
      const digest = neutralText(path).includes("[") && !/images-/.test(path) ? "" : digestOf(body);
      return [neutralText(path), response.status, ...about, digest].join(" | ");
    },
    async raw(name, bytes) {
      const { status, headers, body } = await rawRequest(siteUrl, bytes);
      const sent = Buffer.from(body, "latin1");
      const response = { status, headers: [...headers], sent, body: sent };
      counter.requests += 1;
      note(`raw-${name}`, written({ method: "RAW", path: name }, response, readableBody(response)));
    },
    async whole(path, headers = {}) {
      const first = await send({ path, headers });
      const texts = [written({ path, headers }, first.response, first.body)];
      const etag = headerOf(first.response, "etag");
      const conditional = etag === "" ? [] : [{ headers: { "if-none-match": etag } }];
      for (const { headers: more, ...rest } of [...AGAIN, ...conditional]) {
        const call = { ...rest, path, headers: { ...headers, ...more } };
        const { response, body } = await send(call);
        const same = body !== "" && body === first.body;
        texts.push(written(call, response, same ? "(the same body)" : body));
      }
      note(fileNameOf({ path, headers }), texts.join(`\n${"-".repeat(80)}\n`));
      return first.response;
    },
  };
}
