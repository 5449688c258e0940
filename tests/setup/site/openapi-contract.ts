import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { FastifyInstance } from "fastify";
import { at, isJson, referredIn } from "../../consumer/api-surface.ts";

/** A response as it was sent over the wire. */
export interface CheckedCall {
  method: string;
  url: string;
  status: number;
  type: string;
  /** The body as text; empty without a body. */
  text: string;
}

/** Addresses below `/bff` that are not part of the API. */
const NOT_OF_THE_API = /^\/bff\/(?:docs|openapi\.json|sources)(?:[/?]|$)/;
/** Statuses allowed for a request that reached no operation. */
const ANYWHERE = [400, 404, 405, 417];

/** Closes every object schema: to us, a field missing from the document is a mistake, though clients have to tolerate it. */
function closed(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    at(value, "type") === "object" && isJson(at(value, "properties"))
      ? { additionalProperties: false, ...value }
      : value,
  );
}

/** Narrows an envelope's schema to items in which exactly the fields named by `fields=` are required. */
function narrowed(document: unknown, schema: unknown, fields: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const reference = (key === "data" || key === "items") && at(value, "$ref");
    if (typeof reference !== "string") return value;
    return { ...Object(referredIn(document, value)), required: fields };
  });
}

/** Returns a function that checks a response against an OpenAPI document: null, or a description of the mistake. */
export function createContract(document: unknown): (call: CheckedCall) => string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const components = closed(at(document, "components"));
  const validators = new Map<string, ValidateFunction>();
  const paths = Object.entries(
    isJson(at(document, "paths")) ? { ...Object(at(document, "paths")) } : {},
  )
    .map(([path, operations]) => ({
      path,
      operations,
      matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    }))
    // A fixed address is tried before an address with a parameter in its place.
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);

  function validator(key: string, schema: unknown): ValidateFunction {
    const known = validators.get(key);
    if (known) return known;
    const made = ajv.compile({ ...Object(closed(schema)), components });
    validators.set(key, made);
    return made;
  }

  function operationOf({ method, url }: CheckedCall): { name: string; operation: unknown } | null {
    const [pathname = ""] = url.split("?", 1);
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    // The source's own address of an event, without `id/`, is also accepted for a change.
    const path =
      name === "put" || name === "delete"
        ? pathname.replace(/^(\/bff\/events)\/(?!id\/)/, "$1/id/")
        : pathname;
    const row = paths.find((candidate) => candidate.matches.test(path));
    const operation = at(row?.operations, name);
    return row && operation !== undefined ? { name: `${name} ${row.path}`, operation } : null;
  }

  return (call) => {
    const { method, url, status, type, text } = call;
    if (method === "OPTIONS" || NOT_OF_THE_API.test(url)) return null;
    const found = operationOf(call);
    const response = referredIn(document, at(at(found?.operation, "responses"), String(status)));
    if (response === undefined && !(ANYWHERE.includes(status) || (!found && status >= 400)))
      return `${method} ${url}: ${status} is not in the document`;
    if (text === "") return null;
    const media = type.split(";")[0] ?? "";
    const schema =
      response === undefined
        ? { $ref: "#/components/schemas/Problem" }
        : at(at(at(response, "content"), media), "schema");
    if (schema === undefined) return `${method} ${url}: ${status} is not ${media} in the document`;
    const given = new URL(url, "http://a").searchParams.getAll("fields").join(",");
    const fields = given === "" ? [] : given.split(",").map((name) => name.trim());
    const key = `${found?.name} ${response === undefined ? "problem" : status} ${given}`;
    const validate = validator(
      key,
      fields.length > 0 && status === 200 ? narrowed(document, schema, fields) : schema,
    );
    if (validate(JSON.parse(text))) return null;
    return `${method} ${url}: ${status} ${ajv.errorsText(validate.errors)}`;
  };
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** The number of responses we check: a load test would send thousands. */
const MOST_CALLS = 400;

/** Records every response under `/bff` that leaves this site's port. */
function listenIn(app: FastifyInstance): CheckedCall[] {
  const checkedCalls: CheckedCall[] = [];
  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request;
    if (!url.startsWith("/bff/")) return;
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === "string") chunks.push(Buffer.from(chunk));
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    for (const name of ["write", "end"] as const) {
      const send = response[name];
      response[name] = (...given: unknown[]) => {
        keep(given[0]);
        return Reflect.apply(send, response, given);
      };
    }
    response.once("finish", () => {
      if (checkedCalls.length >= MOST_CALLS) return;
      const decode =
        decoders[String(response.getHeader("content-encoding") ?? encodingOf(response))];
      const bytes = Buffer.concat(method === "HEAD" ? [] : chunks);
      const text = (decode && bytes.length > 0 ? decode(bytes) : bytes).toString();
      checkedCalls.push({ method, url, status: response.statusCode, type: typeOf(response), text });
    });
  });
  return checkedCalls;
}

/** Reads a header from the text that was sent: headers given to `writeHead` as a list are found nowhere else. */
function sentHeader(response: ServerResponse, name: string): string {
  const sent = String(Reflect.get(response, "_header") ?? "");
  return new RegExp(`^${name}: (.*?)\\r?$`, "im").exec(sent)?.[1] ?? "";
}
const encodingOf = (response: ServerResponse) => sentHeader(response, "content-encoding");
const typeOf = (response: ServerResponse) => sentHeader(response, "content-type");

/** The contract, shared by all sites: their documents differ only in the origin. */
let contract: Promise<ReturnType<typeof createContract>> | undefined;
function contractOf(app: FastifyInstance) {
  contract ??= app
    .inject({ url: "/bff/openapi.json", headers: { accept: "*/*" } })
    .then(({ statusCode, body }) => {
      if (statusCode !== 200) throw new Error(`no document: ${statusCode} ${body}`);
      return createContract(JSON.parse(body));
    });
  return contract;
}

/** Holds a site to its own document: `check` throws if any response was not as documented. */
export function holdToContract(app: FastifyInstance): { check: () => Promise<void> } {
  const checkedCalls = listenIn(app);
  return {
    check: async () => {
      const ofTheApi = checkedCalls.splice(0).filter(({ url }) => !NOT_OF_THE_API.test(url));
      if (ofTheApi.length === 0) return;
      const check = await contractOf(app);
      const errors = ofTheApi.map(check).filter((error) => error !== null);
      if (errors.length > 0)
        throw new Error(`responses that are not as documented:\n${errors.join("\n")}`);
    },
  };
}
