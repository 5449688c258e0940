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

type Name = keyof typeof sharedHeaders;

const LISTS = ["listNews", "listEvents"];
const POSTS = ["sendContactMessage", "applyAsVolunteer", "proposePartnership"];
const CHANGES = ["previewEvent", "createEvent", "updateEvent", "deleteEvent"];
const VERSIONED = ["createEvent", "updateEvent"];

const withRetryAfter = [409, 429, 502, 503];

/** The headers of a response of an operation; null for a problem that every operation shares. */
function namesOf(status: number, operation: string | null): Name[] {
  const names: Name[] = ["X-Request-Id"];
  const [isPost, isChange] = [POSTS, CHANGES].map((list) => operation && list.includes(operation));
  if (isPost || isChange) names.push("RateLimit-Policy", "RateLimit");
  if (withRetryAfter.includes(status)) names.push("Retry-After");
  if (status === 201) names.push("Location");
  if (operation === null || isPost) return names;
  if (isChange) return status < 300 && VERSIONED.includes(operation) ? [...names, "ETag"] : names;
  if (operation === "issueFormToken" || (status !== 200 && status !== 304)) return names;
  names.push("ETag", "Age", "Cache-Control");
  return LISTS.includes(operation) ? [...names, "Link"] : names;
}

/** The same as references to the document's components. */
export const headersOf = (status: number, operation: string | null) =>
  Object.fromEntries(
    namesOf(status, operation).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** Parameters that the framework reads, not a route. */
export const parameters = {
  ifNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The ETag of what you have: 304 while it is the same.",
    schema: { type: "string" },
  },
} as const;
