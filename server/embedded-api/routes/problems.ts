import type { z } from "zod";

/** One sentence for all issues: `title is required; start_date is not a date`. Never quotes a value. */
export function problemsAsMessage(
  issues: readonly z.core.$ZodIssue[],
  labels: Readonly<Record<string, string>> = {},
): string {
  const texts = issues.map((issue) => {
    const field = issue.path.map(String).join(".");
    return field === ""
      ? "The body must be a JSON object"
      : `${labels[field] ?? field} ${issue.message}`;
  });
  return `${[...new Set(texts)].join("; ")}.`;
}
