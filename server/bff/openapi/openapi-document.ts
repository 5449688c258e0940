import swagger from "@fastify/swagger";
import fp from "fastify-plugin";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { API_VERSIONS, PROBLEM_KINDS, type ProblemKind } from "../../../shared/contract/api.ts";
import { problem, problemOf } from "../../http/problems.ts";
import examples from "./examples.json" with { type: "json" };

const PROBLEM_TYPE = "application/problem+json";

/** Returns an operation's responses for its schema: good ones (null for no body), and the problems that not all operations have. */
export function responses(
  good: Readonly<Record<number, { schema: z.ZodType | null; description: string }>>,
  problems: readonly number[],
): Record<number, unknown> {
  const described = Object.entries(good).map(([status, { schema, description }]) => [
    status,
    schema
      ? { description, content: { "application/json": { schema } } }
      : z.null().meta({ description }),
  ]);
  // The components of the document describe each problem once.
  const refused = { content: { [PROBLEM_TYPE]: { schema: problem } } };
  return Object.fromEntries([...described, ...problems.map((status) => [status, refused])]);
}

/** Accepts any value: the schema is only for the document, and the handler validates with its own messages. */
export const readByHandler = () => (value: unknown) => ({ value });

const tags = [
  { name: "News", description: "News items, in the order of the content source." },
  {
    name: "Events",
    description: "Events. Everyone can read them; changes require the staff token.",
  },
  { name: "Views", description: "The selections that the site's own pages show." },
  { name: "Search", description: "Full-text search of the site." },
  { name: "Figures", description: "The figures on the site, each with its source." },
  { name: "Status", description: "Whether the data is current." },
  { name: "Forms", description: "Messages, applications and inquiries from visitors." },
];

const staffToken = {
  type: "http",
  scheme: "bearer",
  description:
    "The token of the foundation's staff. On a site without a token, changes are answered with 404.",
} as const;

type Content = Record<string, { examples?: object }>;

interface Operation {
  operationId: string;
  parameters?: { name: string; schema: Record<string, unknown>; [more: string]: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; headers?: object; $ref?: string }>;
  security?: object[];
  /** The request of an example that succeeds, which the page for developers shows as a command. */
  "x-request"?: object | undefined;
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses?: object; headers?: object };
}

const header = (description: string, example: string | number) => ({
  description,
  schema: typeof example === "string" ? { type: "string" } : { type: "integer", minimum: 0 },
  example,
});

const REQUEST_ID = "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11";

const sharedHeaders = {
  "X-Request-Id": header("The id of this request in our log.", REQUEST_ID),
  ETag: header(
    "The tag of this version. Send it in If-None-Match to receive 304 while the version is current.",
    'W/"Zp2cYt0dYk1bT3mXo9QwJA"',
  ),
  Age: header("The seconds since the source sent this data.", 12),
  "Cache-Control": header(
    "How long shared caches may store the response.",
    "public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800",
  ),
  Link: header(
    "The pages around this one (RFC 8288): next, prev, first.",
    '</bff/news?limit=2&cursor=WyIxMiIsMl0>; rel="next", </bff/news?limit=2>; rel="first"',
  ),
  Location: header("The URL of the new event.", "/bff/events/id/20"),
  "Idempotent-Replayed": header(
    "true where an earlier request with the same Idempotency-Key was answered, and this is its response again.",
    "true",
  ),
  "Retry-After": header("The seconds to wait before the next try.", 30),
  "X-RateLimit-Limit": header("The number of posts that one address may send in a window.", 10),
  "X-RateLimit-Remaining": header("The number of posts left in this window.", 9),
  "X-RateLimit-Reset": header("The seconds until the window ends.", 600),
} as const;

/** Returns the headers of a good response; those of a problem, which any operation may have, depend on the status alone. */
function headersOf(status: number, method?: string, operation?: Operation) {
  const { operationId = "", parameters = [], responses = {} } = operation ?? {};
  const isCached = method === "get" && "304" in responses;
  const isPaged = parameters.some(({ name }) => name === "cursor" || name === "page");
  const isCounted = method
    ? method !== "get"
    : [401, 403, 409, 412, 413, 415, 422, 428, 429].includes(status);
  const isSent: Record<keyof typeof sharedHeaders, boolean> = {
    "X-Request-Id": true,
    ETag: isCached || ["createEvent", "updateEvent"].includes(operationId),
    Age: isCached,
    "Cache-Control": isCached,
    Link: isCached && isPaged,
    Location: status === 201,
    "Idempotent-Replayed":
      status < 300 && parameters.some(({ name }) => name === "Idempotency-Key"),
    "Retry-After": [409, 429, 502, 503].includes(status),
    "X-RateLimit-Limit": isCounted,
    "X-RateLimit-Remaining": isCounted,
    "X-RateLimit-Reset": isCounted,
  };
  const sent = Object.entries(isSent).filter(([, is]) => is);
  return Object.fromEntries(sent.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
}

const REF = "#/components/schemas/";
const REFS = /#\/components\/schemas\/([\w-]+)/g;

function collectReferences(
  value: object,
  schemas: Record<string, object>,
  names = new Set<string>(),
) {
  for (const [, name = ""] of JSON.stringify(value).matchAll(REFS)) {
    if (names.has(name)) continue;
    names.add(name);
    collectReferences(schemas[name] ?? {}, schemas, names);
  }
  return names;
}

/** Drops unused schemas, and the ending `Input` of request schemas, none of which is also a response schema. */
function tidySchemas(document: ApiDocument): ApiDocument {
  const { paths, components } = document;
  const used = [...collectReferences(paths, components.schemas)].sort();
  const withoutInput = (name: string) => name.replace(/Input$/, "");
  const schemas = Object.fromEntries(
    used.map((name) => [withoutInput(name), components.schemas[name]]),
  );
  const text = JSON.stringify({ ...document, components: { ...components, schemas } });
  return JSON.parse(text.replaceAll(REFS, (_ref, name: string) => REF + withoutInput(name)));
}

/** The statuses that any operation may have, whether or not its handler ran. */
const COMMON_STATUSES = [405, 406, 408, 413, 415, 431, 500, 503];

const componentName = ({ title }: ProblemKind) =>
  title
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function problemResponse({ status, name, title, happened }: ProblemKind, origin: string) {
  const own = examples.filter((example) => example.status === status);
  const given = own.map(({ operation, name, summary, response, request }) => [
    `${operation}-${name}`,
    { summary, value: response, "x-request": request },
  ]);
  const plain = { summary: title, value: problemOf({ status }, { requestId: REQUEST_ID, origin }) };
  const shown = own.length > 0 ? Object.fromEntries(given) : { [name]: plain };
  const media = { schema: { $ref: `${REF}Problem` }, examples: shown };
  const content = { [PROBLEM_TYPE]: media };
  return { description: happened, headers: headersOf(status), content };
}

/** Adds everything that the framework's document lacks: examples, headers, conditional requests, problems by reference. */
function completeOperation(operation: Operation, method: string): void {
  const { operationId, parameters = [], requestBody, responses } = operation;
  // The examples that `npm run api:examples` has sent and that succeeded.
  const own = examples.filter((one) => one.operation === operationId && one.status < 400);
  for (const { name, summary, status, given, request, response } of own) {
    const example = { summary, value: response, "x-request": request, "x-given": given };
    for (const media of Object.values(responses[status]?.content ?? {}))
      media.examples = { ...media.examples, [name]: example };
    const sent = requestBody?.content["application/json"];
    if (sent && request.body)
      sent.examples = { ...sent.examples, [name]: { summary, value: request.body } };
  }
  // A response without a body, as of a deletion, has no place for an example.
  operation["x-request"] = own[0]?.request;
  // The header of conditional requests. No route declares the header, because no route reads it.
  if (method === "get" && "304" in responses)
    parameters.push({
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "The ETag of your copy. The response is 304 while the copy is current.",
      schema: { type: "string" },
    });
  if (parameters.length > 0) operation.parameters = parameters;
  for (const parameter of parameters) {
    // JSON Schema 2020-12 has no `example`, so the example moves to the parameter.
    const { example, ...schema } = parameter.schema;
    parameter.schema = schema;
    if (example !== undefined) parameter.example = example;
    // Lists are separated by commas: `fields=slug,title`.
    if (schema.type === "array") Object.assign(parameter, { style: "form", explode: false });
  }
  operation.security ??= [];
  for (const [status, response] of Object.entries(responses))
    response.headers = headersOf(Number(status), method, operation);
  for (const kind of PROBLEM_KINDS)
    if (COMMON_STATUSES.includes(kind.status) || kind.status in responses)
      responses[kind.status] = { $ref: `#/components/responses/${componentName(kind)}` };
}

/**
 * The options for JSON Schemas. Only strict objects refuse unknown fields, because responses may gain fields. Defaults are added
 * here, because zod leaves out the default of a value that it transforms.
 */
const options: Parameters<typeof createJsonSchemaTransform>[0] = {
  zodToJsonConfig: {
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (def.type === "object" && !("catchall" in def)) delete jsonSchema.additionalProperties;
      if (def.type === "default") Object.assign(jsonSchema, { default: def.defaultValue });
    },
  },
};

const withSchemas = createJsonSchemaTransformObject(options);

function completeDocument(made: Parameters<typeof withSchemas>[0], origin: string): object {
  // The document is plain JSON of a known form, which the framework's types leave open.
  const document = tidySchemas(JSON.parse(JSON.stringify(withSchemas(made))));
  for (const path of Object.values(document.paths))
    for (const [method, operation] of Object.entries(path)) completeOperation(operation, method);
  const problems = PROBLEM_KINDS.map((kind) => [
    componentName(kind),
    problemResponse(kind, origin),
  ]);
  document.components.responses = Object.fromEntries(problems);
  document.components.headers = sharedHeaders;
  return document;
}

/** A plugin that decorates the instance with `swagger()`: the OpenAPI document of tagged routes registered after the plugin. */
export const openApiDocument = fp(async (app) => {
  const url = app.config.PUBLIC_ORIGIN;
  const { name } = app.content.in("en").frame;
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.1",
      info: {
        title: `${name}: news, events and forms`,
        version: API_VERSIONS[0].version,
        description:
          "News and events of the foundation, in one consistent shape. Reading is open to everyone, including pages of other sites, and needs no key. Every response has data, meta and links. Every problem follows RFC 9457 and links to a page that explains it. Within version 1, names and types stay; new fields may be added. /developers/changelog lists changes, and announces removals with Deprecation and Sunset at least six months ahead.",
        contact: { name, url: "https://www.example.org/contact-us" },
        license: { name: "MIT", identifier: "MIT" },
      },
      tags,
      components: { securitySchemes: { staffToken } },
      servers: [{ url }],
      externalDocs: { url: `${url}/developers`, description: "How it behaves" },
    },
    hideUntagged: true,
    transform: createJsonSchemaTransform(options),
    transformObject: (made) => completeDocument(made, url),
  });
});
