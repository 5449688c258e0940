import { z } from "zod";
import { problem } from "../../http/problems.ts";

export const PROBLEM_TYPE = "application/problem+json";

interface Good {
  /** Null for a response without a body. */
  schema: z.ZodType | null;
  description: string;
}

/** The responses of an operation for its schema: the successful ones, and the problems beside those of every operation. */
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
