import type * as z from "zod";

/** What an editor has to mend: the file below `content/`, the field in it, and what is wrong. */
export interface ContentValidationError {
  file: string;
  field: string | null;
  problem: string;
}

/** Stops the build, and names every file and field it stops for. */
export class ContentError extends Error {
  readonly validationErrors: readonly ContentValidationError[];

  constructor(validationErrors: readonly ContentValidationError[]) {
    super(validationErrors.map(describeValidationError).join("\n"));
    this.name = "ContentError";
    this.validationErrors = validationErrors;
  }
}

export function describeValidationError({ file, field, problem }: ContentValidationError): string {
  return field === null
    ? `content/${file}: ${problem}`
    : `content/${file}: field "${field}": ${problem}`;
}

/** `heroSlides[0].primaryButton.link` */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

/** Reads a value with a schema; what does not fit is returned as mistakes of that file. */
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
