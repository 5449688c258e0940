import swagger from "@fastify/swagger";
import fp from "fastify-plugin";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from "fastify-type-provider-zod";
import site from "../../../content/site.json" with { type: "json" };
import {
  API_VERSIONS,
  PROBLEM_KINDS,
  type ProblemKind,
  problemKindOf,
} from "../../../shared/contract/api.ts";
import { problemOf } from "../../http/problems.ts";
import { PROBLEM_TYPE } from "./documented-responses.ts";
import examples from "./examples.json" with { type: "json" };

const tags = [
  { name: "News", description: "What the foundation reports, in the order of its content source." },
  {
    name: "Events",
    description: "Where to meet us. Reading is open; changes need the staff's token.",
  },
  { name: "Views", description: "Ready-made selections, as the site's own pages show them." },
  { name: "Search", description: "Everything on the site, by its words." },
  { name: "Figures", description: "What the site claims: each figure with its source." },
  { name: "Forms", description: "What visitors submit: messages, applications, inquiries." },
];

/** The general part of the document. `/developers` has the long form. */
const apiInfo = {
  openapi: "3.1.1",
  info: {
    title: `${site.identity.name}: news, events and forms`,
    version: API_VERSIONS[0].version,
    description:
      "One clean shape of news and events. Reading is open to everyone, also to pages of other sites, and needs no key. Every response has data, meta and links; every problem is RFC 9457 with a page that explains it. Within version 1 names and types stay; new fields may be added. /developers/changelog says what has changed and what is going: with Deprecation and Sunset, at least six months before.",
    contact: { name: site.identity.name, url: "https://www.example.org/contact-us" },
    license: { name: "MIT", identifier: "MIT" },
  },
  tags,
  components: {
    securitySchemes: {
      staffToken: {
        type: "http",
        scheme: "bearer",
        description: "For the foundation's staff. Where no token is set, changes are 404.",
      },
    },
  },
} as const;

/** An operation of the document, as far as it is completed. */
interface Operation {
  operationId: string;
  parameters?: {
    name: string;
    schema: Record<string, unknown>;
    example?: unknown;
    style?: string;
    explode?: boolean;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; headers?: object } | { $ref: string }>;
  security?: object[];
}
type Content = Record<string, { examples?: object }>;

const text = (description: string, example: string) => ({
  description,
  schema: { type: "string" },
  example,
});
const count = (description: string, example: number) => ({
  description,
  schema: { type: "integer", minimum: 0 },
  example,
});

/** Headers of responses, described once. */
const sharedHeaders = {
  "X-Request-Id": text("Names this request in our log.", "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11"),
  ETag: text(
    "Names this version: send it in If-None-Match to receive 304 while it is current.",
    'W/"Zp2cYt0dYk1bT3mXo9QwJA"',
  ),
  Age: count("Seconds since the source sent this data.", 12),
  "Cache-Control": text(
    "How long shared caches may store it.",
    "public, max-age=0, s-maxage=300, stale-while-revalidate=300, stale-if-error=604800",
  ),
  Link: text(
    "The pages around this one (RFC 8288): next, prev, first.",
    '</bff/news?limit=2&cursor=WyIxMiIsMl0>; rel="next", </bff/news?limit=2>; rel="first"',
  ),
  Location: text("Where the new event is.", "/bff/events/id/20"),
  "Retry-After": count("Seconds to wait before the next try.", 30),
  RateLimit: text(
    "Posts that are left, and seconds until they are all back.",
    '"contact";r=4;t=600',
  ),
  "RateLimit-Policy": text("The rule: posts in a window of seconds.", '"contact";q=5;w=600'),
} as const;

const referencesTo = (names: readonly (keyof typeof sharedHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of a problem. Posts and changes are counted: theirs say what is left. */
function problemHeaders(status: number) {
  const isOfPosts = [401, 403, 409, 412, 413, 415, 422, 428, 429].includes(status);
  return referencesTo([
    "X-Request-Id",
    ...(isOfPosts ? (["RateLimit-Policy", "RateLimit"] as const) : []),
    ...([409, 429, 502, 503].includes(status) ? (["Retry-After"] as const) : []),
  ]);
}

/** The headers of a response that succeeds. */
function headersOf(status: number, method: string, operation: Operation) {
  const names: (keyof typeof sharedHeaders)[] = ["X-Request-Id"];
  if (method !== "get") names.push("RateLimit-Policy", "RateLimit");
  if (status === 201) names.push("Location");
  // An event as it is after its change.
  if (["createEvent", "updateEvent"].includes(operation.operationId)) names.push("ETag");
  if (method === "get" && "304" in operation.responses) {
    names.push("ETag", "Age", "Cache-Control");
    if (operation.parameters?.some(({ name }) => name === "cursor" || name === "page"))
      names.push("Link");
  }
  return referencesTo(names);
}

/** The parameter of every conditional request, which no route reads. */
const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of what you have: 304 while it is the same.",
  schema: { type: "string" },
};

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses?: object; headers?: object };
}

const REF = "#/components/schemas/";
const REFS = /#\/components\/schemas\/([\w-]+)/g;

/** Names of the schemas that are reached from a part of the document. */
function reached(part: object, schemas: Record<string, object>, names = new Set<string>()) {
  for (const [, name = ""] of JSON.stringify(part).matchAll(REFS)) {
    if (names.has(name)) continue;
    names.add(name);
    reached(schemas[name] ?? {}, schemas, names);
  }
  return names;
}

/** The schemas that are used, each once: what is sent and what is returned are one when they are alike. */
function tidySchemas(document: ApiDocument): ApiDocument {
  const { paths, components } = document;
  const used = reached(paths, components.schemas);
  const nameOf = (name: string) => {
    const plain = name.replace(/Input$/, "");
    return used.has(plain) ? name : plain;
  };
  const kept = [...used].sort().map((name) => [nameOf(name), components.schemas[name]]);
  const schemas = Object.fromEntries(kept);
  const text = JSON.stringify({ ...document, components: { ...components, schemas } });
  return JSON.parse(text.replaceAll(REFS, (_ref, name: string) => REF + nameOf(name)));
}

const REQUEST_ID = "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11";

/** Problems that may come from any operation: before it has seen the request, or beside it. */
const COMMON_STATUSES = [405, 406, 408, 413, 415, 431, 500, 503];

const componentOf = ({ title }: ProblemKind) =>
  title.replaceAll(/(?:^| )(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Every problem, described once, with the examples of all operations. */
function problemResponses() {
  const responses = PROBLEM_KINDS.map((kind) => {
    const { status, name, title, happened } = kind;
    const own = examples.filter((example) => example.status === status);
    const given = own.map(({ operation, name: its, summary, response, request }) => [
      `${operation}-${its}`,
      { summary, value: response, "x-request": request },
    ]);
    const plain = { summary: title, value: problemOf({ status, message: happened }, REQUEST_ID) };
    const content = {
      [PROBLEM_TYPE]: {
        schema: { $ref: `${REF}Problem` },
        examples: own.length > 0 ? Object.fromEntries(given) : { [name]: plain },
      },
    };
    const response = { description: happened, headers: problemHeaders(status), content };
    return [componentOf(kind), response] as const;
  });
  return Object.fromEntries(responses);
}

const problemReference = (status: number | string) => {
  const kind = problemKindOf(Number(status));
  return kind && { $ref: `#/components/responses/${componentOf(kind)}` };
};

/** Adds the requests that `npm run api:examples` has sent and that succeeded, with their responses. */
function addExamples({ operationId, requestBody, responses }: Operation): void {
  const own = examples.filter(({ operation, status }) => operation === operationId && status < 400);
  for (const { name, summary, status, given, request, response } of own) {
    const example = {
      summary,
      value: response,
      "x-request": request,
      ...(given && { "x-given": given }),
    };
    const good = responses[status];
    for (const media of Object.values((good && "content" in good && good.content) || {}))
      media.examples = { ...media.examples, [name]: example };
    const sent = requestBody?.content["application/json"];
    if (sent && request.body)
      sent.examples = { ...sent.examples, [name]: { summary, value: request.body } };
  }
}

/** What the framework's own document lacks: examples, headers, conditional requests, problems by reference. */
function completeOperation(operation: Operation, method: string): void {
  addExamples(operation);
  if (method === "get" && "304" in operation.responses)
    operation.parameters = [...(operation.parameters ?? []), structuredClone(ifNoneMatch)];
  for (const parameter of operation.parameters ?? []) {
    // JSON Schema 2020-12 has no `example`: it is the parameter's. `standard` is the default of a number.
    const { example, standard, ...schema } = parameter.schema;
    parameter.schema = { ...schema, ...(standard !== undefined && { default: standard }) };
    if (example !== undefined) parameter.example = example;
    // `fields=slug,title`.
    if (schema.type === "array") Object.assign(parameter, { style: "form", explode: false });
  }
  operation.security ??= [];
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  const problems = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
  for (const [status, response] of good)
    Object.assign(response, { headers: headersOf(Number(status), method, operation) });
  operation.responses = Object.fromEntries([
    ...good,
    ...[...COMMON_STATUSES, ...problems].map((status) => [status, problemReference(status)]),
  ]);
}

/** Responses may gain fields: unknown ones are refused by strict objects alone, which only requests have. */
const zodToJsonConfig: NonNullable<
  Parameters<typeof createJsonSchemaTransform>[0]["zodToJsonConfig"]
> = {
  override: ({ zodSchema, jsonSchema }) => {
    const { def } = zodSchema._zod;
    if (def.type === "object" && !("catchall" in def)) delete jsonSchema.additionalProperties;
  },
};

const withSchemas = createJsonSchemaTransformObject({ zodToJsonConfig });

/** The document as it is published. */
function completeDocument(made: Parameters<typeof withSchemas>[0]): object {
  // Plain JSON of a known form, which the types of the framework leave open.
  const document = tidySchemas(JSON.parse(JSON.stringify(withSchemas(made))));
  for (const path of Object.values(document.paths))
    for (const [method, operation] of Object.entries(path)) completeOperation(operation, method);
  document.components.responses = problemResponses();
  document.components.headers = sharedHeaders;
  return document;
}

/** Decorates the instance with `swagger()`, the OpenAPI document of the routes with a tag that are registered after it. */
export const openApiDocument = fp(
  async (app) => {
    const publicOrigin = app.config.PUBLIC_ORIGIN;
    await app.register(swagger, {
      openapi: {
        ...apiInfo,
        servers: [{ url: publicOrigin }],
        externalDocs: { url: `${publicOrigin}/developers`, description: "How it behaves" },
      },
      hideUntagged: true,
      transform: createJsonSchemaTransform({ zodToJsonConfig }),
      transformObject: completeDocument,
    });
  },
  { name: "openapi-document" },
);
