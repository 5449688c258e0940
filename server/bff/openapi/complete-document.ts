import { type ProblemKind, problemKindOf } from "../../../shared/contract/problem-kinds.ts";
import { problemOf } from "../../http/problems.ts";
import examples from "./examples.json" with { type: "json" };
import { headersOf, parameters, sharedHeaders } from "./shared-components.ts";

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const within = (value: unknown, key: string): Json => {
  const inner = isJson(value) ? value[key] : undefined;
  return isJson(inner) ? inner : {};
};

const REF = "#/components/schemas/";

/** Names of the schemas that are reached from a part of the document. */
function reached(part: unknown, schemas: Json, names = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(part).matchAll(/#\/components\/schemas\/([\w-]+)/g)) {
    if (names.has(name)) continue;
    names.add(name);
    reached(schemas[name], schemas, names);
  }
  return names;
}

/** The schemas that are used, each once: what is sent and what is returned are one when they are alike. */
function tidySchemas(document: Json): Json {
  const schemas = within(document.components, "schemas");
  const used = [...reached(document.paths, schemas)].sort();
  const plain = (name: string) => name.replace(/Input$/, "");
  const names = new Map(
    used.map((name) => [name, used.includes(plain(name)) ? name : plain(name)]),
  );
  const renamedSchemas = Object.fromEntries(
    used.map((name) => [names.get(name) ?? name, schemas[name]]),
  );
  const components = isJson(document.components) ? document.components : {};
  const renamed: unknown = JSON.parse(
    JSON.stringify({ ...document, components: { ...components, schemas: renamedSchemas } }),
    (key, value) =>
      key === "$ref" && typeof value === "string" && value.startsWith(REF)
        ? REF + (names.get(value.slice(REF.length)) ?? value.slice(REF.length))
        : value,
  );
  return isJson(renamed) ? renamed : {};
}

const REQUEST_ID = "5f0c2a0e-0d53-4a0e-9a6e-0f3f7a4b8c11";

/** The example of a problem that no example request produces. */
function plainProblem(status: number): Json {
  const kind = problemKindOf(status);
  if (kind === null) return {};
  const value = problemOf({ status, message: kind.happened }, REQUEST_ID);
  return { [kind.name]: { summary: kind.title, value } };
}

/** Problems that may come from any operation: before it has seen the request, or beside it. */
const COMMON_PROBLEMS = [405, 406, 408, 413, 415, 429, 431, 500, 503]
  .map(problemKindOf)
  .filter((kind) => kind !== null);

const responseName = ({ title }: ProblemKind) =>
  title.replaceAll(/(?:^| )(\w)/g, (_match, letter: string) => letter.toUpperCase());

const commonResponses = Object.fromEntries(
  COMMON_PROBLEMS.map((kind) => [
    responseName(kind),
    {
      description: kind.happened,
      headers: headersOf(kind.status, null),
      content: {
        "application/problem+json": {
          schema: { $ref: `${REF}Problem` },
          examples: plainProblem(kind.status),
        },
      },
    },
  ]),
);

/** Refers to the common problems that the operation does not describe itself. */
function addCommonProblems(operation: Json): void {
  const own = within(operation, "responses");
  const common = COMMON_PROBLEMS.map((kind) => [
    kind.status,
    { $ref: `#/components/responses/${responseName(kind)}` },
  ]);
  operation.responses = { ...Object.fromEntries(common), ...own };
}

/** Adds the requests that `npm run api:examples` has sent, with their responses. */
function addExamples(operation: Json): void {
  const own = examples.filter((example) => example.operation === operation.operationId);
  for (const { name, summary, status, given, request, response } of own) {
    const example = {
      summary,
      value: response,
      "x-request": request,
      ...(given && { "x-given": given }),
    };
    const content = within(within(operation.responses, String(status)), "content");
    for (const media of Object.values(content)) {
      if (isJson(media)) media.examples = { ...within(media, "examples"), [name]: example };
    }
    const sent = within(within(operation.requestBody, "content"), "application/json");
    if (request.body && status < 400)
      sent.examples = { ...within(sent, "examples"), [name]: { summary, value: request.body } };
  }
}

/** JSON Schema 2020-12 has no `example`: it is the parameter's. `standard` is the default of a number. */
function tidyParameter(parameter: unknown): void {
  if (!isJson(parameter) || !isJson(parameter.schema)) return;
  const { example, standard, ...schema } = parameter.schema;
  if (standard !== undefined) schema.default = standard;
  parameter.schema = schema;
  if (example !== undefined) parameter.example = example;
}

/** What the framework's own document lacks: examples, headers, conditional requests. */
function completeOperation(operation: Json, method: string): void {
  addExamples(operation);
  if (method === "get" && isJson(operation.responses) && "304" in operation.responses) {
    const own = Array.isArray(operation.parameters) ? operation.parameters : [];
    operation.parameters = [...own, parameters.ifNoneMatch];
  }
  for (const parameter of Array.isArray(operation.parameters) ? operation.parameters : [])
    tidyParameter(parameter);
  operation.security ??= [];
  for (const [status, response] of Object.entries(within(operation, "responses"))) {
    if (!isJson(response)) continue;
    const media = within(within(response, "content"), "application/problem+json");
    if (media.schema && media.examples === undefined) media.examples = plainProblem(Number(status));
    response.headers = headersOf(Number(status), String(operation.operationId));
  }
  addCommonProblems(operation);
}

/** The document as it is published. */
export function completeDocument(made: object): object {
  const document = tidySchemas({ ...made });
  for (const path of Object.values(within(document, "paths"))) {
    if (!isJson(path)) continue;
    for (const [method, operation] of Object.entries(path))
      if (isJson(operation)) completeOperation(operation, method);
  }
  document.components = {
    ...within(document, "components"),
    responses: commonResponses,
    headers: sharedHeaders,
  };
  return document;
}
