import { z } from "zod";
import { problem } from "../../http/problems.ts";

export const PROBLEM_TYPE = "application/problem+json";

interface Good {
  /** Null for a response without a body. */
  schema: z.ZodType | null;
  description: string;
}

/** The responses of an operation for its schema: the successful ones, and a problem for each other status. */
export function responses(good: Readonly<Record<number, Good>>, problems: readonly number[]) {
  const response: Record<number, unknown> = {};
  for (const [status, { schema, description }] of Object.entries(good)) {
    response[Number(status)] =
      schema === null
        ? z.null().meta({ description })
        : { description, content: { "application/json": { schema } } };
  }
  // Each is described once, in the document's components.
  for (const status of problems)
    response[status] = { content: { [PROBLEM_TYPE]: { schema: problem } } };
  return response;
}

/** Documented, not enforced: the handler validates, with its own messages. */
export const readByHandler = () => (value: unknown) => ({ value });

/** An operation of the document, as far as it is completed. */
export interface Operation {
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
export const sharedHeaders = {
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
export function problemHeaders(status: number) {
  const isOfPosts = [401, 403, 409, 412, 413, 415, 422, 428, 429].includes(status);
  return referencesTo([
    "X-Request-Id",
    ...(isOfPosts ? (["RateLimit-Policy", "RateLimit"] as const) : []),
    ...([409, 429, 502, 503].includes(status) ? (["Retry-After"] as const) : []),
  ]);
}

/** The headers of a response that succeeds. */
export function headersOf(status: number, method: string, operation: Operation) {
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
export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of what you have: 304 while it is the same.",
  schema: { type: "string" },
};
