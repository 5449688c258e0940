import { z } from "zod";
import { readId, readSlug } from "./fields/read-id.ts";
import { readLine } from "./fields/read-text.ts";

/** The fields without which a row cannot be used. */
export const rowIdentity = {
  id: z.unknown().transform(required(readId, "no usable id")),
  slug: z.unknown().transform(required(readSlug, "no usable slug")),
  title: z.unknown().transform(required(readLine, "no usable title")),
};

/** A field that may hold anything; its `read…` function validates it. */
export const anything = z.unknown().optional();

function required<T>(read: (value: unknown) => T | null, message: string) {
  return (value: unknown, context: z.RefinementCtx): T => {
    const usable = read(value);
    if (usable !== null) return usable;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
}

/** A row as its schema reads it, or why it cannot be used. */
export type RowResult<Row> = { row: Row } | { reason: string };

/** The reasons are our own: zod's would quote the source. */
export function parseRow<Row>(schema: z.ZodType<Row>, value: unknown): RowResult<Row> {
  const result = schema.safeParse(value);
  if (result.success) return { row: result.data };
  const isOurs = (issue: { code?: string | undefined }): boolean => issue.code === "custom";
  const reasons = result.error.issues.map((issue) =>
    isOurs(issue) ? issue.message : "not an object",
  );
  return { reason: [...new Set(reasons)].join(", ") };
}
