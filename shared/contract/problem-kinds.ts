/** A kind of problem (RFC 9457): its page is `/problems/{name}`. */
export interface ProblemKind {
  status: number;
  name: string;
  title: string;
  /** What happened. */
  happened: string;
  /** What to do about it. */
  remedy: string;
}

const TEXTS: Readonly<Record<number, Pick<ProblemKind, "title" | "happened" | "remedy">>> = {
  400: {
    title: "Bad request",
    happened:
      "A parameter of the URL cannot be used, or the body cannot be parsed as its content type.",
    remedy:
      "Look at detail: it names the parameter or header and says what it may be; parameter holds its name alone. The same request will fail again.",
  },
  401: {
    title: "Unauthorized",
    happened: "A change to events was sent without the staff token.",
    remedy: "Send it as Authorization: Bearer. Reading needs no token.",
  },
  403: {
    title: "Forbidden",
    happened: "The token is not the right one, or a page of another site posted a form.",
    remedy:
      "Check the token. Forms are taken from our own pages and from tools that send no Origin, not from other sites' pages.",
  },
  404: {
    title: "Not found",
    happened: "There is nothing at this URL: the item never existed, or has been removed.",
    remedy: "Take URLs from a list and its links. Remove an item that existed before.",
  },
  405: {
    title: "Method not allowed",
    happened: "The URL exists, but does not allow this method.",
    remedy: "The Allow header lists the methods it does allow.",
  },
  406: {
    title: "Not acceptable",
    happened: "We cannot send any of the content types in the Accept header.",
    remedy: "Accept application/json, or leave the header out.",
  },
  408: {
    title: "Request timeout",
    happened: "The request took too long to arrive.",
    remedy: "Send it again, over a faster connection or with a smaller body.",
  },
  409: {
    title: "Conflict",
    happened: "An earlier request with the same Idempotency-Key is still being handled.",
    remedy: "Send the same request again after as many seconds as Retry-After says.",
  },
  412: {
    title: "Precondition failed",
    happened: "Somebody else changed the event since you read it, so nothing was changed.",
    remedy: "Read it again, make your change on the new version, and send its ETag in If-Match.",
  },
  413: {
    title: "Content too large",
    happened: "The body is longer than 32 KiB (32,768 bytes).",
    remedy: "Shorten it. Each field's greatest length is in the OpenAPI document.",
  },
  415: {
    title: "Unsupported media type",
    happened: "The body is not JSON in UTF-8.",
    remedy: "Send Content-Type: application/json and an object.",
  },
  422: {
    title: "Unprocessable content",
    happened:
      "The body was read, but some of its fields are not valid, or its Idempotency-Key was used with another body. Nothing was stored.",
    remedy:
      "Look at errors: a sentence for each field says how to correct it. For a different body, use a new key.",
  },
  428: {
    title: "Precondition required",
    happened: "A change to an event did not say which version it was made on.",
    remedy: "Read the event, and send its ETag in If-Match.",
  },
  429: {
    title: "Too many requests",
    happened:
      "More was posted from this IP address, or by all clients together, than the rate limit allows.",
    remedy:
      "Wait as many seconds as Retry-After says. RateLimit-Policy holds the rule, RateLimit what you have left. Reading has no limit.",
  },
  431: {
    title: "Request header fields too large",
    happened: "The headers are longer than we accept.",
    remedy: "Send fewer or shorter ones.",
  },
  500: {
    title: "Internal server error",
    happened: "Something went wrong on our side.",
    remedy: "Try again later. If it keeps happening, write to us and quote requestId.",
  },
  502: {
    title: "Bad gateway",
    happened:
      "The source of news and events sent a response that cannot be used, and we have no cached data.",
    remedy: "Try again after as many seconds as Retry-After says.",
  },
  503: {
    title: "Service unavailable",
    happened:
      "The source of news and events does not respond and we have no cached data, or the site is overloaded.",
    remedy: "Try again after as many seconds as Retry-After says.",
  },
};

/** Every problem of `/bff`, by its status. */
export const PROBLEM_KINDS: readonly ProblemKind[] = Object.entries(TEXTS).map(
  ([status, texts]) => ({
    status: Number(status),
    name: texts.title.toLowerCase().replaceAll(" ", "-"),
    ...texts,
  }),
);

/** The kind of a status; null for a status without a problem. */
export const problemKindOf = (status: number): ProblemKind | null =>
  PROBLEM_KINDS.find((kind) => kind.status === status) ?? null;

/** The URL of a kind, relative to the site: the page that explains it. */
export const problemPath = ({ name }: Pick<ProblemKind, "name">): string => `/problems/${name}`;
