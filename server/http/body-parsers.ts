import type { FastifyInstance, FastifyRequest } from "fastify";

/** Every content type that some route of the site takes. */
export const ACCEPTED_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/csp-report",
  "application/reports+json",
];

const utf8 = new TextDecoder("utf-8", { fatal: true });

const refusal = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode });

/** The body as text. Fastify would read any bytes as UTF-8. */
function textOf({ headers }: FastifyRequest, bytes: Buffer): string {
  const [, charset = "utf-8"] =
    /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(headers["content-type"] ?? "") ?? [];
  if (!/^utf-?8$/i.test(charset)) throw refusal(415, "charset is not UTF-8");
  try {
    return utf8.decode(bytes);
  } catch {
    throw refusal(400, "body is not UTF-8");
  }
}

/** Takes JSON in UTF-8 alone. Fastify's parser refuses names that may pollute a prototype, at any depth. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => parse(request, textOf(request, bytes), done),
  );
}

/** Takes forms alone, as browsers post them without scripts, in UTF-8. A name may occur more than once. */
export function takeFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => new URLSearchParams(textOf(request, bytes)),
  );
}

/** The form that was posted; an empty one without a body. */
export const postedForm = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();
