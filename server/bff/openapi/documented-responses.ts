import { z } from "zod";
import { problemKindOf } from "../../../shared/contract/problem-kinds.ts";

const fieldError = z.object({ field: z.string(), message: z.string() });

/** RFC 9457. */
const problem = z
  .object({
    type: z.string().meta({ description: "URL of a page that explains this kind of problem." }),
    title: z.string(),
    status: z.int(),
    detail: z
      .string()
      .meta({ description: "What is wrong with this request, for anyone to read." }),
    message: z.string().meta({ description: "The same as detail." }),
    requestId: z
      .string()
      .meta({ description: "Quote it when you write to us; also X-Request-Id." }),
    parameter: z
      .string()
      .optional()
      .meta({ description: "The name of the parameter or header that is wrong." }),
    errors: z
      .union([z.record(z.string(), z.string()), z.array(fieldError)])
      .optional()
      .meta({
        description:
          "What is wrong with each field of a body: by its name for events, as a list in the form's order for forms.",
      }),
  })
  .meta({ id: "Problem", description: "Why the request failed (RFC 9457)." });

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
  for (const status of problems) {
    response[status] = {
      description: problemKindOf(status)?.happened ?? "",
      content: { "application/problem+json": { schema: problem } },
    };
  }
  return response;
}

/** Documented, not enforced: the handler validates, with its own messages. */
export const readByHandler = () => (value: unknown) => ({ value });
