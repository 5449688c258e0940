import type * as z from "zod";

/** A validation error for an editor: the file below `content/`, the field, and the problem. */
export interface ContentValidationError {
  file: string;
  field: string | null;
  problem: string;
  /** From 1. */
  line?: number;
}

/** Stops the build; the message names every file and field. */
export class ContentError extends Error {
  readonly validationErrors: readonly ContentValidationError[];

  constructor(validationErrors: readonly ContentValidationError[]) {
    super(validationErrors.map(describeValidationError).join("\n"));
    this.name = "ContentError";
    this.validationErrors = validationErrors;
  }
}

/** One line: file, line, field, problem. */
export function describeValidationError(error: ContentValidationError): string {
  const { file, line, field, problem } = error;
  const place = line === undefined ? `content/${file}` : `content/${file}:${line}`;
  return field === null ? `${place}: ${problem}` : `${place}: field "${field}": ${problem}`;
}

/** `heroSlides[0].primaryButton.link` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** Parses a value by a schema, with validation errors for that file. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  file: string,
): { value: z.infer<Schema> | null; validationErrors: ContentValidationError[] } {
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, validationErrors: [] };
  return {
    value: null,
    validationErrors: result.error.issues.flatMap((issue) => toValidationErrors(issue, file)),
  };
}

function toValidationErrors(issue: z.core.$ZodIssue, file: string): ContentValidationError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      file,
      field: fieldPath([...issue.path, key]),
      problem: "is not a known field",
    }));
  }
  const missing = issue.message.endsWith("received undefined");
  const problem = missing ? "is missing" : issue.message.replace(/^Invalid input: /, "");
  return [{ file, field: issue.path.length === 0 ? null : fieldPath(issue.path), problem }];
}
