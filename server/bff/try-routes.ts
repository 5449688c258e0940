import type { FastifyInstance } from "fastify";
import type { TriedAnswer, TriedCall } from "../../shared/contract/tried-call.ts";
import { PREFIXES } from "../../shared/languages.ts";

/** The most characters of an answer that the page shows. */
const MOST_CHARACTERS = 20_000;

/** The longest value of a parameter. `/bff` refuses shorter ones than this, and says so. */
const LONGEST_VALUE = 500;

/** The headers of an answer that the page shows. */
const SHOWN_HEADERS = ["content-type", "cache-control", "etag", "age", "link", "retry-after"];

/** The parts of an operation in the OpenAPI document that a call needs. */
interface ReadOperation {
  operationId: string;
  path: string;
  parameters: readonly { name: string; in: string }[];
  /** The path of the example in the document. */
  example: string;
}

interface Documented {
  operationId: string;
  parameters?: ReadOperation["parameters"];
  "x-request"?: { path: string };
}

/** Returns the operations that anybody may read. Nothing else can be called on the page. */
function readOperations(app: FastifyInstance): ReadOperation[] {
  const paths = app.swagger().paths as Record<string, { get?: Documented }>;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined) return [];
    const { operationId, parameters = [], "x-request": example } = get;
    const named = parameters.filter((one) => one.in === "path" || one.in === "query");
    return [{ operationId, path, parameters: named, example: example?.path ?? path }];
  });
}

/** Returns the values of the example: its query, and the parts of its path that the template names. */
function exampleValues({ path, example }: ReadOperation): Record<string, string> {
  const [examplePath = "", search = ""] = example.split("?", 2);
  const values = Object.fromEntries(new URLSearchParams(search));
  const given = examplePath.split("/");
  for (const [index, part] of path.split("/").entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name !== undefined) values[name] = decodeURIComponent(given[index] ?? "");
  }
  return values;
}

/** Returns the path of a call. A parameter without a value is left out. */
function callPath({ path, parameters }: ReadOperation, values: TriedCall["values"]): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? "";
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Lays JSON out in lines. Anything else stays as it is. */
function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Sends a call to this very site, as any program would. */
async function sendCall(app: FastifyInstance, path: string): Promise<TriedAnswer> {
  const headers = { accept: "application/json" };
  const { statusCode, headers: sent, body } = await app.inject({ url: path, headers });
  const text = laidOut(body);
  return {
    status: statusCode,
    headers: SHOWN_HEADERS.flatMap((name) =>
      sent[name] === undefined ? [] : [[name, String(sent[name])] as const],
    ),
    text: text.slice(0, MOST_CHARACTERS),
    isCut: text.length > MOST_CHARACTERS,
  };
}

/** Adds `/developers/try`, a form that builds a call, and shows the curl command and the answer. It needs no script. */
export async function tryPageRoutes(app: FastifyInstance): Promise<void> {
  for (const prefix of Object.values(PREFIXES))
    app.get(`${prefix}/developers/try`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const typed = new URLSearchParams(request.url.split("?", 2)[1] ?? "");
      const wanted = typed.get("operation");
      const found = readOperations(app).find(({ operationId }) => operationId === wanted);
      let data: TriedCall = {
        status: wanted === null || found ? 200 : 404,
        operation: null,
        values: {},
        path: null,
        answer: null,
      };
      if (found !== undefined) {
        const isSent = typed.has("send");
        const names = found.parameters.map(({ name }) => name);
        const given = names.map((name) => [name, typed.get(name)?.slice(0, LONGEST_VALUE) ?? ""]);
        const values = isSent ? Object.fromEntries(given) : exampleValues(found);
        const path = isSent ? callPath(found, values) : null;
        const answer = path === null ? null : await sendCall(app, path);
        data = { status: 200, operation: found.operationId, values, path, answer };
      }
      reply.header("x-robots-tag", "noindex");
      return app.pages.renderOwn(reply, { data });
    });
}
